"""The headings of the columns of a list of players: Dutch, English, German, French, Turkish."""

from collections.abc import Mapping

NAME, GIVEN, PREFIX, SURNAME = "name", "given", "prefix", "surname"
RATING, GRADE, BORN, EMAIL = "rating", "grade", "born", "email"
TITLE, NUMBER = "title", "number"
#: The headings by column, in lower case without accents and signs.
HEADS: Mapping[str, str] = {
    NAME: "naam|name|speler|player|spelers|lid|leden|member|members|isim|ad soyad|adi soyadi"
    "|oyuncu|uye|volledige naam|full name|spielername|nom prenom|achternaam voornaam"
    "|vorname name|name vorname|spielername vorname|mitglied|mitglieder|teilnehmer",
    GIVEN: "voornaam|vorname|prenom|first name|firstname|given name|roepnaam|ad|adi",
    PREFIX: "tussenvoegsel|tussenvoegsels|voorvoegsel|prefix|tv|tussenv",
    SURNAME: "achternaam|nachname|familienaam|last name|lastname|surname|family name"
    "|soyad|soyadi|soyisim",
    RATING: "rating|elo|knsb rating|knsbrating|fide rating|nationale rating|puan|sterkte|ukd"
    "|rating knsb|rating fide|rtg|gor|dwz|standard rating|fide elo|wertung|wertungszahl",
    GRADE: "graad|grade|go rank|rank|derece|kyu dan|dan kyu|seviye",
    NUMBER: "verbandsnummer|mitgliedsnummer|mitgliedsnr|bondsnummer|bondsnr|bonds nr"
    "|lidnummer|lidnr|lid nr|federation number|federation id"
    "|federation nr|federatienummer|federatienr",
    "knsb": "knsb|knsb nummer|knsbnummer|knsb nr|knsbnr|knsb id|relatienummer|relatienr"
    "|knsb number|knsb lidnummer|knsb relatienummer",
    "fide": "fide|fide id|fideid|fide nummer|fidenummer|fide nr|fidenr|fide number|fide no",
    "kndb": "kndb|kndb nummer|kndbnummer|kndb nr|kndbnr|kndb number",
    "tsf": "tsf|tsf no|tsf nr|tsf number|lisans no|lisans|lisans numarasi",
    "dsb": "dsb|pkz|dsb pkz|dsb nummer|dsb nr|dsb id",
    "egd": "egd|egd pin|pin|egd number",
    "own": "clubnummer|clubnr|club number",
    BORN: "geboortejaar|gebjaar|geb jaar|geboren|jaar van geboorte|geboortedatum|gebdatum"
    "|geb datum|birth year|year of birth|birthyear|born|date of birth|birth date|birthdate"
    "|dogum yili|dogum tarihi|geburtsjahr|geburtsdatum|jahrgang|geburtstag|geboren am",
    EMAIL: "e mail|email|mail|emailadres|e mailadres|mailadres|e mail adres|email adres"
    "|e mail address|email address|eposta|e posta|e mail adresse|emailadresse|mailadresse",
    TITLE: "titel|title|unvan",
}

"""What the demo club shows of itself: a crest, a colour, and where and when it plays."""

from clubcomp.flow.nameplate.nameplate import change_nameplate
from clubcomp.flow.nameplate.replaced import forget_replaced
from clubcomp.models import Club, ClubPicture, User

#: A tower on a shield, with a gold edge that also shows in the dark.
CREST = b"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
<clipPath id="shield"><path d="M6 4h52v29c0 14-10 22-26 28C16 55 6 47 6 33z"/></clipPath>
<g clip-path="url(#shield)">
<path fill="#006d6f" d="M0 0h64v64H0z"/>
<path fill="#fff" d="M17 11h7v5h4v-5h8v5h4v-5h7v11l-4 3 2 19h4v6H15v-6h4l2-19-4-3z"/>
<path fill="#006d6f" d="M28 44V34a4 4 0 0 1 8 0v10z"/>
<path fill="#e6c35c" d="M0 50h64v14H0z"/>
</g>
<path fill="none" stroke="#e6c35c" stroke-width="2"
 d="M6 4h52v29c0 14-10 22-26 28C16 55 6 47 6 33z"/>
</svg>"""


def show_nameplate(club: Club, *, by: User) -> Club:
    """Give the club its nameplate; where a PNG is needed, its initial is shown."""
    shown = change_nameplate(
        club,
        colour="teal",
        line="Elke dinsdag 20:00, De Zaal. Gasten welkom.",
        place="De Zaal, Torenstraat 1, Testdorp",
        contact="Nora Huisman, info@testtoren.example",
        links="https://www.testtoren.example",
        pictures={ClubPicture.Kind.CREST: CREST},
        by=by,
    )
    forget_replaced(shown)  # there was nothing before that could be put back
    return shown

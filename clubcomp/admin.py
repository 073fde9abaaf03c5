"""Django's admin, for those who run the site: accounts and clubs. Evenings are led on the pages."""

from django.contrib import admin
from django.http import HttpRequest

from clubcomp.models import Club, Membership, User


class MembershipInline(admin.TabularInline):
    model = Membership
    raw_id_fields = ["user", "player"]
    extra = 0


@admin.register(Club)
class ClubAdmin(admin.ModelAdmin):
    list_display = ["name", "slug"]
    prepopulated_fields = {"slug": ["name"]}
    inlines = [MembershipInline]
    # An owner decides who may read, by a step.
    exclude = ["audience", "names_shown", "shows_youth_names"]

    def save_model(self, request: HttpRequest, obj: Club, form: object, change: bool) -> None:
        """Raise the version: other pages may name the club from now on."""
        obj.version += 1
        super().save_model(request, obj, form, change)


@admin.register(User)
class UserAdmin(admin.ModelAdmin):
    list_display = ["email", "name", "is_active", "is_staff"]
    search_fields = ["email", "name"]
    fields = ["email", "name", "is_active", "is_staff", "is_superuser", "last_login"]
    readonly_fields = ["last_login"]

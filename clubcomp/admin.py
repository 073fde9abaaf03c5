"""Django's admin, for who keeps the site: accounts and clubs. Evenings are led on the pages."""

from django.contrib import admin

from clubcomp.forms.accounts import AdminSignInForm
from clubcomp.models import Club, Membership, User

admin.site.login_form = AdminSignInForm


class MembershipInline(admin.TabularInline):
    model = Membership
    raw_id_fields = ["user", "player"]
    extra = 0


@admin.register(Club)
class ClubAdmin(admin.ModelAdmin):
    list_display = ["name", "slug"]
    prepopulated_fields = {"slug": ["name"]}
    inlines = [MembershipInline]


@admin.register(User)
class UserAdmin(admin.ModelAdmin):
    list_display = ["email", "name", "is_active", "is_staff"]
    search_fields = ["email", "name"]
    fields = ["email", "name", "is_active", "is_staff", "is_superuser", "last_login"]
    readonly_fields = ["last_login"]

"""Where one wants to be told that it is one's turn."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import Field

from khlong.server.errors import Refusal
from khlong.server.notices.carriers import Notice
from khlong.server.notices.herald import WORDS
from khlong.server.notices.wishes import NoticeWishes
from khlong.server.storage import KeptNotices
from khlong.server.wire.messages import Answer, Empty, Strict
from khlong.words import load_messages

from .dependencies import PROBLEMS, Somebody, TheContext, address_of, check_quota

router = APIRouter(prefix="/api", tags=["notices"], responses=PROBLEMS)


class NoticeOffer(Answer):
    """The ways by which the owner of this server lets people be told of turns."""

    ntfy: Annotated[str | None, Field(description="Where topics are, if that way is offered.")]
    discord: Annotated[str | None, Field(description="How webhooks begin, if that way is offered.")]
    mail: bool
    push: Annotated[str | None, Field(description="The key with which browsers subscribe, if that way is offered.")]


class Notices(Answer):
    offer: NoticeOffer
    wishes: NoticeWishes
    confirmed: Annotated[bool, Field(description="Whether the owner of the address has followed the link.")]


class Taken(Answer):
    """The ways that took a notice."""

    ways: list[str]


class MailToken(Strict):
    token: Annotated[str, Field(min_length=1, max_length=100)]


def _tell(context: TheContext, kept: KeptNotices | None) -> Notices:
    settings = context.settings
    wishes = NoticeWishes.model_validate_json(kept.wishes) if kept else NoticeWishes()
    offer = NoticeOffer(
        ntfy=settings.ntfy_url,
        discord=settings.discord_url,
        mail=settings.mail_host is not None,
        push=context.herald.carriers.push_key,
    )
    confirmed = kept is not None and wishes.mail is not None and wishes.mail == kept.mail
    return Notices(offer=offer, wishes=wishes, confirmed=confirmed)


@router.get("/me/notices")
async def notices(context: TheContext, session: Somebody) -> Notices:
    """What is offered, and what you wish."""
    return _tell(context, await context.store.notices_of(session.person.id))


@router.put("/me/notices")
async def change_notices(request: Request, body: NoticeWishes, context: TheContext, session: Somebody) -> Notices:
    """Other wishes. A new address of mail is believed once the link in a letter was followed."""
    check_quota("notices", request, session)
    before = _tell(context, await context.store.notices_of(session.person.id)).wishes
    if body.mail is not None and body.mail != before.mail:
        if not context.settings.mail_host:
            raise Refusal("not_offered", "This server sends no mail.", 422)
        context.rates.check("letters", body.mail.lower())
        context.rates.check("letters", session.person.id, address_of(request))
    if body.push:
        from khlong.server.notices.push import is_offered

        if any(not is_offered(each.endpoint, context.settings.push_services) for each in body.push):
            raise Refusal("not_offered", "This server does not tell people by that push service.", 422)
    return _tell(context, await context.herald.change(session.person, body))


@router.post("/me/notices/test")
async def try_notices(request: Request, body: Empty, context: TheContext, session: Somebody) -> Taken:
    """A trial by all ways that you wish."""
    check_quota("notices", request, session)
    kept = await context.store.notices_of(session.person.id)
    if kept is None:
        return Taken(ways=[])
    wishes = NoticeWishes.model_validate_json(kept.wishes)
    say = load_messages(wishes.language, WORDS).say
    return Taken(ways=await context.herald.send(session.person.id, wishes, kept, Notice(say("test"), say("test.what"))))


@router.post("/notices/confirm", status_code=204)
async def confirm_mail(request: Request, body: MailToken, context: TheContext, session: Somebody) -> None:
    """Says that an address is whose it was said to be, by the token in the letter that went there."""
    check_quota("notices", request, session)
    await context.herald.confirm(body.token)

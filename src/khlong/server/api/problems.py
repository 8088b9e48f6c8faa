"""Refusals as HTTP answers. Whatever goes wrong inside, outside it is a code, a message and perhaps a number."""

from __future__ import annotations

import secrets

import orjson
import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import Response

from khlong.server import errors
from khlong.server.errors import REFUSED

log = structlog.get_logger()


def problem(status: int, code: str, message: str) -> Response:
    return Response(orjson.dumps({"code": code, "message": message}), status, media_type="application/json")


async def refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, REFUSED)
    request.app.state.context.metrics.refusals.labels(error.code).inc()
    answer = problem(error.status, error.code, error.message)
    if error.status in (429, 503):
        answer.headers["Retry-After"] = "2"
    return answer


async def misunderstood(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return await refused(request, errors.misunderstood(error.errors()))


async def gone(request: Request, error: Exception) -> Response:
    """Somebody left in mid-request: nobody reads this."""
    return Response(status_code=400)


async def http_problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    codes = {400: "not_json", 404: "not_found", 405: "wrong_method", 413: "too_large"}
    answer = problem(error.status_code, codes.get(error.status_code, "refused"), str(error.detail))
    answer.headers.update(error.headers or {})
    return answer


async def our_mistake(request: Request, error: Exception) -> Response:
    number = secrets.token_hex(4)
    log.error("request_failed", error=number, path=request.url.path, exc_info=error)
    return problem(500, "our_mistake", f"Something went wrong here. Report it as {number}.")


def handle_problems(app: FastAPI) -> None:
    for refusal in REFUSED:
        app.add_exception_handler(refusal, refused)
    app.add_exception_handler(RequestValidationError, misunderstood)
    app.add_exception_handler(HTTPException, http_problem)
    app.add_exception_handler(ClientDisconnect, gone)
    app.add_exception_handler(Exception, our_mistake)

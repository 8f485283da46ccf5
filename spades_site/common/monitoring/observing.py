"""Reports of errors to Sentry and traces to OpenTelemetry, where settings name a collector (extra `observe`).

Both leave the site, so they carry no message of an exception (a database quotes rows, and rows hold hidden cards), no
variables, no form, no cookie and no address with a key in it: only types, places in the code, and routes.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.conf import settings
from django.http import HttpRequest

ADDRESS_KEYS = ("http.url", "http.target", "url.full", "url.path", "url.query")


def start(transport: Any = None, exporter: Any = None) -> None:
    """Begin to report, as far as the settings say; the arguments are for tests."""
    if settings.SENTRY_DSN:
        _start_reports(transport)
    if settings.TRACES_TO:
        _start_traces(exporter)


def _start_reports(transport: Any) -> None:
    import sentry_sdk
    from sentry_sdk.integrations.logging import ignore_logger

    # Anybody can provoke these by a malformed request.
    ignore_logger("django.security.DisallowedHost")
    sentry_sdk.init(
        dsn=settings.SENTRY_DSN,
        before_send=discreet,  # type: ignore[arg-type]
        max_breadcrumbs=0,
        include_local_variables=False,
        include_source_context=False,
        send_default_pii=False,
        max_request_body_size="never",
        transport=transport,
    )


def discreet(event: dict[str, Any], _hint: Mapping[str, Any]) -> dict[str, Any]:
    """Return a report without anything that might quote a row, a form or a key."""
    for error in event.get("exception", {}).get("values", ()):
        error["value"] = ""
    request = event.pop("request", {})
    if "method" in request:
        event["request"] = {"method": request["method"]}
    if "logentry" in event:
        event["logentry"] = {"message": str(event["logentry"].get("message", ""))}
    for name in ("extra", "breadcrumbs", "user", "message"):
        event.pop(name, None)
    return event


def _start_traces(exporter: Any) -> None:
    from opentelemetry import trace
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.instrumentation.celery import CeleryInstrumentor
    from opentelemetry.instrumentation.django import DjangoInstrumentor
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
    from opentelemetry.sdk.trace.export import (
        BatchSpanProcessor,
        SimpleSpanProcessor,
        SpanExporter,
        SpanExportResult,
    )
    from opentelemetry.trace import Status

    class Discreet(SpanExporter):
        """Passes spans on without events and descriptions, which quote exceptions."""

        def __init__(self, inner: SpanExporter) -> None:
            self.inner = inner

        def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
            """Export copies of the spans."""
            return self.inner.export(
                [
                    ReadableSpan(
                        name=span.name, context=span.context, parent=span.parent, resource=span.resource,
                        attributes=span.attributes, kind=span.kind, status=Status(span.status.status_code),
                        start_time=span.start_time, end_time=span.end_time,
                        instrumentation_scope=span.instrumentation_scope,
                    )
                    for span in spans
                ]
            )  # fmt: skip

        def shutdown(self) -> None:
            """Shut the inner exporter down."""
            self.inner.shutdown()

    provider = TracerProvider(resource=Resource.create({"service.name": "spades"}))
    provider.add_span_processor(
        SimpleSpanProcessor(Discreet(exporter))
        if exporter
        else BatchSpanProcessor(Discreet(OTLPSpanExporter()))
    )
    trace.set_tracer_provider(provider)
    DjangoInstrumentor().instrument(response_hook=_name_the_route)
    CeleryInstrumentor().instrument()


def _name_the_route(span: Any, request: HttpRequest, _response: Any) -> None:
    """Replace the address, which may hold the key of a new password, by its route."""
    match = getattr(request, "resolver_match", None)
    route = f"/{match.route}" if match else "/"
    for key in ADDRESS_KEYS:
        span.set_attribute(key, route)

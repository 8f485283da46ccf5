"""What operators learn of a running site: metrics, logs, reports of errors, traces, the pulse of recurring tasks."""

-- What every load here ends with: one line of JSON that load.ts reads. Times in microseconds.
function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    "RESULT {\"requests\":%d,\"duration_us\":%d,\"p50_us\":%d,\"p99_us\":%d,\"non_2xx\":%d,\"socket_errors\":%d}\n",
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99), errors.status,
    errors.connect + errors.read + errors.write + errors.timeout))
end

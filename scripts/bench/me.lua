-- wrk script: asks who calls, one caller after the other.
-- Arguments: file with one token a line, pause before each request in milliseconds.
local tokens, counter, pause = {}, 0, 0

function init(args)
  for line in io.lines(args[1]) do tokens[#tokens + 1] = line end
  pause = tonumber(args[2])
end

function delay()
  return pause
end

function request()
  counter = counter % #tokens + 1
  return wrk.format("GET", "/v1/me", { ["Authorization"] = "Bearer " .. tokens[counter] })
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    "RESULT {\"requests\":%d,\"duration_us\":%d,\"p50_us\":%d,\"p99_us\":%d,\"non_2xx\":%d,\"socket_errors\":%d}\n",
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99), errors.status,
    errors.connect + errors.read + errors.write + errors.timeout))
end

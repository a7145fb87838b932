-- wrk script: reads orders. Arguments: file with "token order_id" a line.
local lines, counter = {}, 0

function init(args)
  for line in io.lines(args[1]) do
    local token, id = line:match("^(%S+) (%S+)$")
    lines[#lines + 1] = { token, id }
  end
end

function request()
  counter = counter % #lines + 1
  return wrk.format("GET", "/v1/orders/order/" .. lines[counter][2], { ["Authorization"] = "Bearer " .. lines[counter][1] })
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    "RESULT {\"requests\":%d,\"duration_us\":%d,\"p50_us\":%d,\"p99_us\":%d,\"non_2xx\":%d,\"socket_errors\":%d}\n",
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99), errors.status,
    errors.connect + errors.read + errors.write + errors.timeout))
end

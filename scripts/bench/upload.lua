-- wrk script: every request is a new order of one of the tenants.
-- Arguments: file with one token a line, prefix of the identifiers, body file, pause before each request in milliseconds.
require("result")

local tokens, body, prefix, counter, pause = {}, nil, nil, 0, 0

function init(args)
  for line in io.lines(args[1]) do tokens[#tokens + 1] = line end
  prefix = args[2]
  local file = io.open(args[3])
  body = file:read("*a")
  file:close()
  pause = tonumber(args[4] or "0")
end

function delay()
  return pause
end

function request()
  counter = counter + 1
  local headers = { ["Authorization"] = "Bearer " .. tokens[counter % #tokens + 1], ["Content-Type"] = "application/json" }
  return wrk.format("POST", "/v1/orders/order/upload", headers, (body:gsub("@IDENTIFIER@", prefix .. "-" .. counter, 1)))
end

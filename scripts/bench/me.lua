-- wrk script: asks who calls, one caller after the other.
-- Arguments: file with one token a line, pause before each request in milliseconds.
require("result")

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

-- wrk script: reads orders. Arguments: file with "token order_id" a line.
require("result")

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

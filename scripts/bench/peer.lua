-- wrk script: sends the same request with the parts that differ filled in.
-- Arguments: method, path, token, body file or "", prefix of the identifiers, file of ids or "".
require("result")

local method, path, headers, body, prefix, ids, counter

function init(args)
  method, path, prefix, counter = args[1], args[2], args[5], 0
  headers = { ["Authorization"] = "Bearer " .. args[3], ["Content-Type"] = "application/json" }
  if args[4] ~= "" then
    local file = io.open(args[4])
    body = file:read("*a")
    file:close()
  end
  if args[6] ~= "" then
    ids = {}
    for line in io.lines(args[6]) do ids[#ids + 1] = line end
  end
end

function request()
  counter = counter + 1
  local to = ids and path:gsub("@ID@", ids[counter % #ids + 1], 1) or path
  local sent = body and body:gsub("@IDENTIFIER@", prefix .. "-" .. counter, 1)
  return wrk.format(method, to, headers, sent)
end

-- The load for wrk: asks for the given paths by turns; each PATCH gives a name that no other has, or a
-- remote user, by turns.
local method = os.getenv("BENCH_METHOD")
local names = os.getenv("BENCH_NAMES")
local requests = {}
local paths = {}
local headers = {}
local count = 0

function init()
  for token in io.lines(os.getenv("BENCH_TOKENS")) do
    headers[#headers + 1] = {
      ["Authorization"] = "Bearer " .. token,
      ["Content-Type"] = method == "PATCH" and "application/json" or nil,
    }
  end
  for path in io.lines(os.getenv("BENCH_PATHS")) do paths[#paths + 1] = path end
  if method == "PATCH" then return end
  for index = 1, math.max(#paths, #headers) do
    requests[index] = wrk.format(method, paths[(index - 1) % #paths + 1], headers[(index - 1) % #headers + 1])
  end
end

function request()
  count = count + 1
  if method == "GET" then return requests[(count - 1) % #requests + 1] end
  local field = count % 2 == 0 and "name" or "remoteUser"
  local body = '{"' .. field .. '":"' .. names .. count .. '"}'
  return wrk.format(method, paths[(count - 1) % #paths + 1], headers[1], body)
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '{"requests":%d,"seconds":%.6f,"latency":%.4f,"failures":%d}\n',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout
  ))
end

-- The load for wrk: asks for the given paths by turns; each PATCH gives a name that no other has.
local method = os.getenv("BENCH_METHOD")
local names = os.getenv("BENCH_NAMES")
local headers = {
  ["Authorization"] = "Bearer " .. os.getenv("BENCH_TOKEN"),
  ["Content-Type"] = method == "PATCH" and "application/json" or nil,
}
local paths = {}
local requests = {}
local count = 0

function init()
  for path in io.lines(os.getenv("BENCH_PATHS")) do
    paths[#paths + 1] = path
    if method == "GET" then requests[#requests + 1] = wrk.format("GET", path, headers) end
  end
end

function request()
  count = count + 1
  local index = (count - 1) % #paths + 1
  if method == "GET" then return requests[index] end
  return wrk.format(method, paths[index], headers, '{"name":"' .. names .. count .. '"}')
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '{"requests":%d,"seconds":%.6f,"latency":%.4f,"failures":%d}\n',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout
  ))
end

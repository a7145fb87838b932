// Runs many `cartage` commands sequentially in one process, for tests. A process for each would spend most of its time
// loading the program. Commands are sent as a list of arguments by `POST` over local HTTP; its first line of output is
// its URL. Settings come from its environment.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { runCommand } from '../server/src/testing/run-command.ts'
import type { Finished } from '../server/src/testing/spawn-cartage.ts'

const settings = Object.fromEntries(
  Object.entries(process.env).filter((entry): entry is [string, string] => !!entry[1]),
)
let last: Promise<unknown> = Promise.resolve()

/** Command output is captured from the process streams, so only one can run at a time. */
function inTurn(args: readonly string[]): Promise<Finished> {
  const finished = last.then(() => runCommand(args, settings))
  last = finished.catch(() => undefined)
  return finished
}

const server = createServer(async (request, response) => {
  try {
    const finished = await inTurn(JSON.parse(await text(request)) as string[])
    response.setHeader('content-type', 'application/json').end(JSON.stringify(finished))
  } catch (error) {
    response.writeHead(500).end(error instanceof Error ? error.stack : String(error))
  }
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})
// The parent run keeps its standard input open.
process.stdin.on('end', () => process.exit()).resume()

// An operator's desk: runs commands of `cartage` one after another in one process, for tests that need many of them. A process
// for each spends most of its time on loading the program. It is asked over HTTP on this machine, by `POST` of a list of
// arguments, and writes its address as its first line. Settings are those of its environment.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { runCommand } from '../server/src/testing/run-command.ts'
import type { Finished } from '../server/src/testing/spawn-cartage.ts'

const settings = Object.fromEntries(
  Object.entries(process.env).filter((entry): entry is [string, string] => !!entry[1]),
)
let last: Promise<unknown> = Promise.resolve()

/** What a command prints is caught from the streams of the process, so two cannot run at a time. */
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
// The run that started it holds its standard input open.
process.stdin.on('end', () => process.exit()).resume()

import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import type { Client, Connection, Submittable } from 'pg'

/** Interface of a running query that the driver calls. The driver supports COPY but offers no query for it. */
interface CopyQuery extends Submittable {
  handleRowDescription(): void
  handleDataRow(): void
  handleCommandComplete(message: { text: string }): void
  handleReadyForQuery(): void
  handleError(error: Error): void
  handleEmptyQuery(): void
  handlePortalSuspended(): void
  handleCopyInResponse(connection: CopyConnection): void
  handleCopyData(message: { chunk: Buffer }, connection: CopyConnection): void
}

/** The members of the driver's connection that COPY needs. */
interface CopyConnection {
  stream: { pause(): void; resume(): void; writableNeedDrain: boolean; once(event: string, listener: () => void): void }
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(message: string): void
}

/**
 * Runs `copy … to stdout` and writes its output into `sink`, which stays open. A slow sink slows the database down.
 * @returns the number of rows
 * @throws errors of the database
 */
export async function copyOut(client: Client, text: string, sink: Writable): Promise<number> {
  let drained: Promise<void> | undefined
  const rows = await run(client, text, {
    handleCopyInResponse: (connection) => connection.sendCopyFail('this copy only reads'),
    handleCopyData({ chunk }, connection) {
      // The driver reuses its buffer, so the bytes are copied.
      if (sink.write(Buffer.from(chunk)) || drained !== undefined) return
      connection.stream.pause()
      drained = once(sink, 'drain').then(() => {
        drained = undefined
        connection.stream.resume()
      })
    },
  })
  // A sink ended before it has drained emits no event, and the connection would stay paused.
  await drained
  return rows
}

/**
 * Runs `copy … from stdin` with the content of `source`.
 * @returns the number of rows
 * @throws errors of the database, or of `source`
 */
export function copyIn(client: Client, text: string, source: Readable): Promise<number> {
  return run(client, text, {
    handleCopyInResponse: (connection) => void feed(connection, source),
    handleCopyData() {},
  })
}

async function feed(connection: CopyConnection, source: Readable): Promise<void> {
  try {
    for await (const chunk of source) {
      connection.sendCopyFromChunk(chunk)
      if (connection.stream.writableNeedDrain) {
        await new Promise<void>((resolve) => connection.stream.once('drain', resolve))
      }
    }
    connection.endCopyFrom()
  } catch (error) {
    connection.sendCopyFail((error as Error).message)
  }
}

type Handlers = Pick<CopyQuery, 'handleCopyInResponse' | 'handleCopyData'>

function run(client: Client, text: string, handlers: Handlers): Promise<number> {
  const end = Promise.withResolvers<number>()
  let rows = 0
  let failure: Error | undefined
  const query: CopyQuery = {
    submit: (connection: Connection) => (connection as unknown as CopyConnection).query(text),
    handleRowDescription() {},
    handleDataRow() {},
    handleEmptyQuery() {},
    handlePortalSuspended() {},
    handleCommandComplete(message) {
      rows = Number(/^COPY (\d+)/.exec(message.text)?.[1] ?? 0)
    },
    handleError(error) {
      failure = error
      end.reject(error)
    },
    handleReadyForQuery() {
      if (failure === undefined) end.resolve(rows)
    },
    ...handlers,
  }
  client.query(query)
  return end.promise
}

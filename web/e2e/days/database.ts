import pg from 'pg'
import { readEndpoint } from '../../../server/src/db/embedded/endpoint.ts'

/** Database of the tested server, read as its owner, independently of any screen. */
export interface Database {
  /** Rows of a query. */
  rows<Row extends object>(text: string, ...values: unknown[]): Promise<Row[]>
  close(): Promise<void>
}

/**
 * Connects to the database of the server in DATA_DIR.
 * @throws if the server does not keep its database there
 */
export async function openDatabase(): Promise<Database> {
  const endpoint = readEndpoint(process.env.DATA_DIR ?? '')
  if (!endpoint) throw new Error('DATA_DIR names no database that runs: days are played on a server of their own.')
  const client = new pg.Client({ ...endpoint })
  await client.connect()
  return {
    async rows<Row extends object>(text: string, ...values: unknown[]) {
      const { rows } = await client.query<Row>(text, values)
      return rows
    },
    close: () => client.end(),
  }
}

// Stand-in for psql in a test: each -c is a statement, run as the administrator of the PostgreSQL in PSQL_URL.
import { parseArgs } from 'node:util'
import pg from 'pg'

const { values } = parseArgs({ options: { command: { type: 'string', short: 'c', multiple: true } } })
const client = new pg.Client({ connectionString: process.env.PSQL_URL })
await client.connect()
try {
  for (const statement of values.command ?? []) await client.query(statement)
} finally {
  await client.end()
}

import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import { migrate } from '../db/migrate.ts'
import type { Connection } from '../db/pool.ts'

type Row = Record<string, unknown>

/** A separate database for a test file, filled like one of an older version and then migrated. */
export function oldDatabase() {
  const server = inject('connection')
  const database = `upgrade_${randomUUID().replaceAll('-', '')}`
  const old: Connection = { ...server, database }
  beforeAll(() => run(server, `create database ${database}`))
  afterAll(() => run(server, `drop database if exists ${database} with (force)`))
  return {
    /** Runs SQL as the administrator, past row security. */
    run: (text: string) => run(old, text),
    /** Migrates up to and including a file, or to the end. */
    migrate: (upTo?: string) => migrate(old, upTo),
  }
}

async function run(connection: Connection, text: string): Promise<Row[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

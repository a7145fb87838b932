import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { pino } from 'pino'
import { inject } from 'vitest'
import { backgroundLoops, buildApp } from '../app.ts'
import { createPasswords } from '../auth/users/passwords.gateway.ts'
import { readConfig } from '../config.ts'
import type { Context, OutboundAnswer, OutboundRequest } from '../context.ts'
import { noCrashPoints } from '../crash-points.ts'
import { openDatabase } from '../db/open.ts'
import type { Connection } from '../db/pool.ts'
import { createFiles } from '../documents/content/gateway.ts'
import { createBell, drainLoops } from '../jobs/loop.ts'
import { createVault } from '../vault.ts'
import { templateName } from './global-setup.ts'
import { createTestTenant, type TenantOptions, type TestTenant } from './test-tenant.ts'

/** Answers of the outside world in a test; by default 200 with an empty body. */
export type FakeWorld = (request: OutboundRequest) => Partial<OutboundAnswer> | Promise<Partial<OutboundAnswer>>

export interface TestServer {
  app: FastifyInstance
  ctx: Context
  /** All requests to the outside world, in order. */
  sent: OutboundRequest[]
  /** Sets the answers of the outside world from now on. */
  answerWith(world: FakeWorld): void
  /** Runs all background work until none is left. */
  drain(): Promise<void>
  /** A new tenant for one test. */
  tenant(options?: TenantOptions): Promise<TestTenant>
  /** Closes the server and removes its database. */
  close(): Promise<void>
}

/** One key for the whole run, so that two servers on one database are compatible. */
const masterKeys = new Map([[1, Buffer.alloc(32, 'a key for tests only')]])

/** Nearly every test logs someone in; tests about passwords request the usual cost. */
const cheap = { memory: 64, passes: 1, parallelism: 1 }

/**
 * Starts the real server without listening, on its own real database, a copy of the migrated template.
 * @param overrides parts of the context to replace: clock, random bytes, config, log, an open database to share
 */
export async function startTestServer(overrides: Partial<Context> = {}): Promise<TestServer> {
  const own = overrides.db === undefined ? await createDatabase() : undefined
  const world = createWorld()
  const folder = join(tmpdir(), `cartage-test-files-${randomUUID()}`)
  const ctx: Context = {
    config: readConfig({ NODE_ENV: 'test' }),
    db: own?.db ?? overrides.db!,
    log: pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' }),
    crashPoints: noCrashPoints,
    net: world.net,
    files: createFiles(folder, undefined),
    now: () => new Date(),
    randomBytes,
    newId: randomUUID,
    vault: createVault(masterKeys),
    passwords: createPasswords(cheap),
    wake: createBell().wake,
    ...overrides,
  }
  const { app } = buildApp(ctx)
  await app.ready()
  return {
    app,
    ctx,
    sent: world.sent,
    answerWith: world.answerWith,
    drain: () => drainLoops(backgroundLoops(ctx)),
    tenant: (options) => createTestTenant({ app, ctx }, options),
    async close() {
      await app.close()
      await rm(folder, { recursive: true, force: true })
      await own?.drop()
    },
  }
}

function createWorld() {
  const sent: OutboundRequest[] = []
  let answer: FakeWorld = () => ({})
  const usual: OutboundAnswer = { status: 200, headers: {}, body: '', address: null, duration_ms: 1, failure: null }
  return {
    sent,
    answerWith(world: FakeWorld) {
      answer = world
    },
    net: {
      async send(request: OutboundRequest): Promise<OutboundAnswer> {
        sent.push(request)
        return { ...usual, ...(await answer(request)) }
      },
      refusal: async () => null,
      // Only to servers started by the test itself.
      async connect(url: string): Promise<Socket> {
        const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port), noDelay: true })
        await once(socket, 'connect')
        return socket
      },
    },
  }
}

/**
 * A separate database for this file. Copies are made one at a time, because PostgreSQL locks the template meanwhile.
 * Copying its files takes a fifth of the time of writing each page through the log.
 */
async function createDatabase() {
  const server = inject('connection')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const copy = `create database ${name} template ${templateName} strategy file_copy`
  await administer(server, ['select pg_advisory_lock(7240110042)', copy])
  const db = openDatabase({ connection: { ...server, database: name }, poolSize: 6 })
  return {
    db,
    async drop() {
      await db.close()
      await administer(server, [`drop database if exists ${name} with (force)`])
    },
  }
}

async function administer(connection: Connection, commands: string[]): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    for (const command of commands) await client.query(command)
  } finally {
    await client.end()
  }
}

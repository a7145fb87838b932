import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Token } from '@cartage/contract/auth/endpoints'
import type { ErrorBody } from '@cartage/contract/errors'
import type { OrderImport } from '@cartage/contract/orders/upload-record'
import { expect, inject } from 'vitest'
import { type Answer, basic, type Sending, send } from './http.ts'

/** Output of `cartage tenant create … --json`. */
export interface TenantFacts {
  tenant: { id: string; slug: string }
  api_client: { client_id: string; client_secret: string }
  webhook_credentials: { client_id: string; client_secret: string }
  user: { email: string; password: string }
}

export interface Setup {
  baseUrl: string
  /** Another process on the same database, or the same one. */
  secondUrl: string
  document: string
  a: TenantFacts
  b: TenantFacts
  limited: TenantFacts | null
  command: string[] | null
  /** Process that runs commands, instead of one process each; also needs `command`. */
  operatorUrl: string | null
  /** SFTP server whose folder the suite can read. */
  sftp: SftpServer | null
}

/** Local SFTP server with its credentials. */
export interface SftpServer {
  url: string
  username: string
  private_key: string
  host_key: string
  home: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    setup: Setup
  }
}

export const setup = inject('setup')
export const uploadPath = '/v1/orders/order/upload'
export const orderPath = (id: string) => `/v1/orders/order/${id}`

/** A tenant from the view of its API client and its webhook sender. */
export class Tenant {
  readonly facts: TenantFacts
  private readonly urls: string[]
  private token: Promise<string> | undefined
  private turn = 0

  /** Without a URL, requests alternate between the processes: it must not matter which one responds. */
  constructor(facts: TenantFacts, baseUrl?: string) {
    this.facts = facts
    this.urls = baseUrl === undefined ? [setup.baseUrl, setup.secondUrl] : [baseUrl]
  }

  private get baseUrl(): string {
    this.turn += 1
    return this.urls[this.turn % this.urls.length]!
  }

  /** Requests a token; every call counts against the token limit. */
  requestToken(sending: Sending = {}): Promise<Answer<Token>> {
    const { client_id, client_secret } = this.facts.api_client
    return send<Token>(this.baseUrl, 'POST', '/v1/auth/token', {
      ...sending,
      headers: { 'content-type': 'application/json', ...basic(client_id, client_secret), ...sending.headers },
    })
  }

  /** The token of this run, requested once. */
  bearer(): Promise<string> {
    this.token ??= this.requestToken().then((answer) => {
      expect(answer.status).toBe(200)
      return answer.body.access_token
    })
    return this.token
  }

  async send<Body>(method: string, target: string, sending: Sending = {}): Promise<Answer<Body>> {
    const headers = { authorization: `Bearer ${await this.bearer()}`, ...sending.headers }
    return await send<Body>(this.baseUrl, method, target, { ...sending, headers })
  }

  get<Body>(target: string): Promise<Answer<Body>> {
    return this.send<Body>('GET', target)
  }

  post<Body>(target: string, body: unknown): Promise<Answer<Body>> {
    return this.send<Body>('POST', target, { body })
  }

  webhook<Body>(target: string, sending: Sending): Promise<Answer<Body>> {
    const { client_id, client_secret } = this.facts.webhook_credentials
    return send<Body>(this.baseUrl, 'POST', target, {
      ...sending,
      headers: { ...basic(client_id, client_secret), ...sending.headers },
    })
  }

  /** Uploads an order and expects acceptance. */
  async upload(body: object): Promise<OrderImport> {
    const answer = await this.post<OrderImport>(uploadPath, body)
    expect(answer.status, answer.text).toBe(200)
    return answer.body
  }

  /** Uploads an order and expects an immediate refusal. */
  async refused(body: object, status: number, code?: string): Promise<ErrorBody> {
    return expectProblem(await this.post(uploadPath, body), status, code)
  }

  /** Polls an upload until it has settled. */
  async settled(uploadId: string): Promise<OrderImport> {
    const deadline = Date.now() + 30_000
    for (;;) {
      const { body } = await this.get<OrderImport>(`${uploadPath}/${uploadId}`)
      if (body.upload_status !== 'IN_PROGRESS') return body
      if (Date.now() > deadline) throw new Error(`upload ${uploadId} did not settle in 30 s`)
      await sleep(40)
    }
  }

  /** Uploads, waits and returns the final record. */
  async apply(body: object): Promise<OrderImport> {
    const { upload_id } = await this.upload(body)
    return await this.settled(upload_id)
  }

  /** Uploads, expects COMPLETED, and returns the order id. */
  async applied(body: object): Promise<string> {
    const record = await this.apply(body)
    expect(record.upload_status, JSON.stringify(record.errors)).toBe('COMPLETED')
    expect(record.order_id).toMatch(uuid4)
    return record.order_id!
  }
}

export const a = new Tenant(setup.a)
export const b = new Tenant(setup.b)

export const uuid4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
export const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/

/** A new, unique key. */
export function unique(prefix = 'acceptance'): string {
  return `${prefix}-${randomUUID()}`
}

/** Expects the common error body (ERR-1 to ERR-5) and returns it. */
export function expectProblem(answer: Answer<unknown>, status: number, code?: string): ErrorBody {
  expect(answer.status, answer.text).toBe(status)
  const problem = answer.body as ErrorBody
  expect(problem.error).toBeTruthy()
  expect(problem.message).toBe(problem.error)
  expect(problem.request_id).toBeTruthy()
  if (code !== undefined) expect(problem.code).toBe(code)
  if ([400, 409, 422].includes(status)) expect(problem.errors?.length).toBeGreaterThan(0)
  return problem
}

/** Paths named by the entries of an error body. */
export function pathsOf(problem: ErrorBody): (string | null)[] {
  return (problem.errors ?? []).map(({ path }) => path)
}

/** Runs a `cartage` command on the server and returns its JSON output. Only with CARTAGE_CLI. */
export async function cartage<Result>(...args: string[]): Promise<Result> {
  if (setup.operatorUrl === null) return await cartageProcess<Result>(...args)
  const body = JSON.stringify([...args, '--json'])
  const answer = await fetch(setup.operatorUrl, { method: 'POST', body })
  if (!answer.ok) throw new Error(await answer.text())
  const { code, stdout, stderr } = (await answer.json()) as { code: number; stdout: string; stderr: string }
  if (code !== 0) throw new Error(`cartage ${args.join(' ')} ended with ${code}: ${stderr}`)
  return JSON.parse(stdout) as Result
}

/**
 * The same in a separate process, as an operator runs it, which takes seconds: for tests of the command line itself.
 */
export async function cartageProcess<Result>(...args: string[]): Promise<Result> {
  const [program, ...rest] = setup.command ?? []
  if (program === undefined) throw new Error('CARTAGE_CLI is not set')
  const { stdout } = await promisify(execFile)(program, [...rest, ...args, '--json'])
  return JSON.parse(stdout) as Result
}

/**
 * Polls until a condition holds.
 * @throws after 30 seconds
 */
export async function waitFor(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 30_000
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error('it did not become so within 30 s')
    await sleep(50)
  }
}

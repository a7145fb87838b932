import { AsyncLocalStorage } from 'node:async_hooks'
import { appEndpoints } from '@cartage/contract/app/endpoints'
import type { Change } from '@cartage/contract/app/shell'
import type { Endpoint, UserRole } from '@cartage/contract/endpoint'
import {
  InfiniteQueryObserver,
  type InfiniteQueryObserverOptions,
  QueryClient,
  QueryObserver,
  type QueryObserverOptions,
} from '@tanstack/react-query'
import { permissionsOf } from '../../server/src/auth/permissions.rules.ts'
import { createAnnouncer } from '../../server/src/shell/stream.jobs.ts'
import { maySee } from '../../server/src/shell/stream.rules.ts'
import type { TestServer } from '../../server/src/testing/start-test-server.ts'
import { injectedFetch, logInAs } from '../../server/src/testing/test-tenant.ts'
import { createRefresher, refreshAll } from '../../web/src/api/refresh.ts'
import { type LiveBoard, leaveBoard, liveBoardOf } from '../../web/src/planning/live/use-live-board.ts'
import type { Shown } from './shown.ts'

/** Session of the running request: sessions of one process share the page modules. */
const current = new AsyncLocalStorage<{ headers: Record<string, string>; sent: Set<Promise<unknown>> }>()

/**
 * Routes the pages' requests into the server, as the session that sends them.
 * @returns a function that undoes this
 */
export function sendInto({ app }: TestServer): () => void {
  const before = globalThis.fetch
  const send = injectedFetch(app)
  globalThis.fetch = (input, init) => {
    const { headers, sent } = current.getStore() ?? {}
    const answer = send(input, { ...init, headers: { ...(init?.headers as Record<string, string>), ...headers } })
    const heard: Promise<unknown> = answer.then(
      () => sent?.delete(heard),
      () => sent?.delete(heard),
    )
    sent?.add(heard)
    return answer
  }
  return () => {
    globalThis.fetch = before
  }
}

/** Browser environment of a page: its cache, shown queries, and received changes. */
export class Seat {
  readonly role: UserRole
  readonly queries = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
  readonly #headers: Record<string, string>
  /** Deferred work of the pages. */
  #later: (() => void)[] = []
  readonly #refresher = createRefresher(this.queries, (work) => this.#later.push(work))
  #ends: (() => void)[] = []
  /** Shown board. */
  live: LiveBoard | undefined
  #timed: (() => Promise<unknown>)[] = []
  /** Running commands. */
  #open = new Set<Promise<unknown>>()
  /** Running requests of any part of the page. */
  #sent = new Set<Promise<unknown>>()

  constructor(role: UserRole, headers: Record<string, string>) {
    this.role = role
    this.#headers = headers
  }

  /** Runs work as this session. */
  as<T>(work: () => T): T {
    return current.run({ headers: this.#headers, sent: this.#sent }, work)
  }

  /** Starts work as this session, which must finish before the page counts as idle. */
  begin(work: () => Promise<unknown>): void {
    const promise = this.as(work).catch(() => {})
    this.#open.add(promise)
    void promise.finally(() => this.#open.delete(promise))
  }

  /** Whether started work is unfinished. */
  get isOpen(): boolean {
    return this.#open.size > 0
  }

  /** Waits for started work, but not for the pages' reads. */
  async done(): Promise<void> {
    await Promise.all(this.#open)
  }

  mayCall({ permission }: Endpoint): boolean {
    return permission !== undefined && permissionsOf(this.role).includes(permission)
  }

  /** Opens a page: loads its queries and keeps them up to date. */
  open(shown: readonly Shown[], board?: { from: number; to: number }): void {
    this.close()
    this.as(() => {
      for (const { options, isInfinite, isTimed } of shown) {
        const observer = isInfinite
          ? new InfiniteQueryObserver(this.queries, options as InfiniteQueryObserverOptions)
          : new QueryObserver(this.queries, options as QueryObserverOptions)
        this.#ends.push(observer.subscribe(() => {}))
        if (isTimed) this.#timed.push(() => observer.refetch())
      }
      if (board === undefined) return
      const live = liveBoardOf(this.queries, board.from, board.to, (work) => this.#later.push(work))
      this.live = live
      this.#ends.push(() => {
        live.end()
        this.live = undefined
        leaveBoard(this.queries, board.from, board.to)
      })
    })
  }

  close(): void {
    for (const end of this.#ends.splice(0)) end()
    this.#timed = []
  }

  /** Triggers the polling timers of logs. */
  async tick(): Promise<void> {
    await this.as(() => Promise.all(this.#timed.map((read) => read())))
  }

  /** Receives a change from the stream. */
  hear(change: Change): void {
    if (!maySee(permissionsOf(this.role), change)) return
    this.as(() => {
      this.#refresher.note(change.entity_type)
      this.live?.note(change)
    })
  }

  hearReset(): void {
    this.as(() => void refreshAll(this.queries))
  }

  /**
   * Runs deferred work of the pages, and waits for their requests.
   * @returns whether there was any
   */
  async rest(): Promise<boolean> {
    let worked = false
    for (;;) {
      const fetching = this.queries.getQueryCache().findAll({ fetchStatus: 'fetching' })
      const due = this.#later.splice(0)
      const open = [...this.#open, ...this.#sent, ...fetching.map((query) => query.promise?.catch(() => {}))]
      if (due.length + open.length === 0 && this.#later.length === 0) {
        // Responses continue in microtasks of their consumers.
        await new Promise(setImmediate)
        if (this.queries.isFetching() + this.#later.length + this.#open.size + this.#sent.size === 0) return worked
        continue
      }
      worked = true
      this.as(() => {
        for (const work of due) work()
      })
      await Promise.all(open)
      await new Promise(setImmediate)
    }
  }
}

/** Signs in a user with this role. */
export async function takeSeat(server: TestServer, tenantId: string, role: UserRole): Promise<Seat> {
  return new Seat(role, await logInAs(server, tenantId, role))
}

/** Change stream of a tenant, which the test forwards to the seats. */
export async function startStream(server: TestServer, tenantId: string, seats: readonly Seat[]) {
  let look: (() => void) | undefined
  let looked = Promise.withResolvers<void>()
  let count = 0
  let heard: string[] = []
  const announcer = createAnnouncer(server.ctx, (work) => {
    look = work
    looked.resolve()
    return () => {}
  })
  const subscription = announcer.listen(tenantId, undefined, {
    start: () => {},
    send(reported) {
      for (const { change } of reported) {
        count += 1
        heard.push(`${change.type}:${change.entity_type}`)
        for (const seat of seats) seat.hear(change)
      }
    },
    reset() {
      for (const seat of seats) seat.hearReset()
    },
    presence: () => {},
  })
  await subscription.started
  return {
    /**
     * Reports everything that the server has sealed.
     * @returns whether there was anything
     */
    async catchUp(): Promise<boolean> {
      const before = count
      looked = Promise.withResolvers<void>()
      look!()
      await looked.promise
      return count > before
    },
    /** Changes reported since the last call. */
    heard(): string[] {
      const kinds = [...new Set(heard)]
      heard = []
      return kinds
    },
    stop: () => announcer.stop(),
  }
}

/** Operations of our own application that change something. */
export const changing: readonly Endpoint[] = Object.values<Endpoint>(appEndpoints).filter(
  ({ method, auth }) => method !== 'GET' && auth === 'session',
)

import type { DriverDay, DriverOwnHours } from '@cartage/contract/doors/app/driver'
import { type ActOwner, type KeptAct, type QueuedAct, type ShownDay, shownDay } from './acts.ts'
import { alone, digestOf } from './browser.ts'
import { afterPlan, changedSince, confirmed, type SeenPlan } from './changes.ts'
import { OwnPosition, type ShownSharing } from './own-position.ts'
import type { KeptValues, Phone } from './phone.ts'
import { afterDay, type ClockReading, filesToDrop, isOwnOf, nextOrder, offsetNow, withAct } from './queue.ts'
import { type ActStore, SendFailure, sendActs, sendFiles } from './sender.ts'
import { type DriverServer, driverServer } from './server.ts'

type Without<T, Name extends string> = T extends unknown ? Omit<T, Name> : never

/** Act from the driver; the remaining members are added when it is stored. */
export type NewAct = Without<KeptAct, 'act_id' | 'happened_at' | 'clock_offset_ms' | 'sha256' | 'upload_id'>

/** State that the page renders. */
export interface Snapshot {
  day: DriverDay | undefined
  /** URL of the haulier's logo; null without one. */
  logo: string | null
  shown: ShownDay
  /** Driving and rest times; undefined until loaded. */
  hours: DriverOwnHours | undefined
  /** When the plan of each stop changed for the driver. */
  news: ReadonlyMap<string, string>
  /** Position sharing; null where it is not used. */
  sharing: ShownSharing | null
  /**
   * BUSY: the server cannot process requests now. LINK: the link expired or was revoked. NO_LINK: the page was never
   * opened with a link.
   */
  connection: 'ONLINE' | 'BUSY' | 'OFFLINE' | 'LINK' | 'NO_LINK'
  isSyncing: boolean
}

/** Maximum number of dismissed act ids kept. */
const mostHidden = 500

/** Retry delay in seconds for a busy server without Retry-After, and its maximum. */
const usualPauseS = 15
const longestPauseS = 300

/** Browser APIs, replaceable in tests. */
export interface Surroundings {
  /** Geolocation API; undefined if unavailable. */
  geolocation?: Geolocation | undefined
  /** Schedules work. */
  later?: (work: () => void, milliseconds: number) => void
  /** Milliseconds of a monotonic clock. */
  steady?: () => number
}

/** Driver's day on this phone: everything is stored first and sent afterwards. */
export class DriverModel {
  readonly #phone: Phone
  readonly #connect: typeof driverServer
  readonly #listeners = new Set<() => void>()
  #server: DriverServer | undefined
  #token: string | undefined
  #driver: KeptValues['driver']
  #clock: number | undefined
  #reading: ClockReading | undefined
  #day: DriverDay | undefined
  #queue: readonly QueuedAct[] = []
  #hidden: readonly string[] = []
  #syncing: Promise<void> | undefined
  #sendingFiles: Promise<void> | undefined
  #isWanted = false
  #seen: SeenPlan = {}
  readonly #later: NonNullable<Surroundings['later']>
  readonly #steady: NonNullable<Surroundings['steady']>
  #logo: KeptValues['logo']
  #hours: DriverOwnHours | undefined
  readonly #position: OwnPosition
  #snapshot: Snapshot = {
    ...{ day: undefined, logo: null, shown: shownDay(undefined, []), news: new Map(), sharing: null, hours: undefined },
    ...{ connection: 'OFFLINE', isSyncing: false },
  }

  /** @param connect creates the server client for a token, unless it is the default */
  constructor(phone: Phone, connect: typeof driverServer = driverServer, surroundings: Surroundings = {}) {
    this.#phone = phone
    this.#connect = connect
    this.#later = surroundings.later ?? ((work, milliseconds) => void setTimeout(work, milliseconds))
    this.#steady = surroundings.steady ?? (() => performance.now())
    this.#position = new OwnPosition(
      phone,
      'geolocation' in surroundings ? surroundings.geolocation : navigator.geolocation,
      () => this.#show(),
      () => void this.sync(),
    )
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  snapshot = (): Snapshot => this.#snapshot

  /** Loads the phone's data and takes the token of a new link; then syncs with the server. */
  async start(token: string | undefined): Promise<void> {
    const phone = this.#phone
    await this.#takeLink(token)
    this.#driver = await phone.read('driver')
    this.#day = await phone.read('day')
    this.#logo = await phone.read('logo')
    this.#hours = await phone.read('hours')
    this.#clock = await phone.read('clock')
    this.#hidden = (await phone.read('hidden')) ?? []
    this.#seen = (await phone.read('seen')) ?? {}
    await this.#position.load()
    await this.#reload()
    if (this.#token !== undefined) this.#server = this.#connect(this.#token, (offset) => this.#setClock(offset))
    await this.sync()
  }

  /** DOOR-4: waiting acts stay with their own link; the previous link's day is not shown under the new one. */
  async #takeLink(token: string | undefined): Promise<void> {
    const phone = this.#phone
    const before = await phone.read('token')
    this.#token = token ?? before
    if (token === undefined || token === before) return
    if (before !== undefined) {
      const unowned = (await phone.queue()).filter(({ owner }) => owner === undefined)
      await phone.save(
        unowned.map((queued) => ({ ...queued, owner: { token: before } })),
        [],
      )
      for (const name of ['day', 'driver', 'hours'] as const) await phone.write(name, undefined)
    }
    await phone.write('token', token)
  }

  /** Stores an act with its file, once per given stop; it is sent when there is signal. */
  async act(given: NewAct, file?: Blob, stopIds: readonly string[] = [given.stop_id]): Promise<void> {
    const shared = {
      happened_at: new Date().toISOString(),
      clock_offset_ms: this.#offset() ?? null,
      ...(file && { sha256: await digestOf(file) }),
    }
    for (const stop_id of stopIds) {
      await this.#keep({ ...given, ...shared, stop_id, act_id: crypto.randomUUID() } as KeptAct, file)
    }
    await this.#reload()
    void this.sync()
  }

  async #keep(act: KeptAct, file: Blob | undefined): Promise<void> {
    const place = this.#stopOf(act.stop_id)?.place
    const queued = {
      ...withAct([], act)[0]!,
      order: nextOrder(await this.#phone.queue()),
      ...(this.#token !== undefined && { owner: this.#owner(this.#token) }),
      ...(place && { stop_name: place.name ?? place.city ?? '' }),
    }
    await this.#phone.add(queued, file)
  }

  /** Confirms the plan changes of these stops. */
  async confirmPlan(stopIds: readonly string[]): Promise<void> {
    this.#seen = confirmed(this.#seen, stopIds)
    await this.#phone.write('seen', this.#seen)
    this.#show()
  }

  #owner(token: string): ActOwner {
    const driver = this.#driver
    return { token, ...(driver && { driver_id: driver.id, driver_name: driver.name }) }
  }

  #stopOf(stopId: string) {
    return this.#day?.trips.flatMap(({ stops }) => stops).find(({ stop_id }) => stop_id === stopId)
  }

  /** Turns position sharing on or off (LINK-10). */
  async share(isOn: boolean): Promise<void> {
    await this.#position.turn(isOn, this.#offset())
    void this.sync()
  }

  /** Removes refused acts and their files from the phone. */
  async dismiss(...actIds: readonly string[]): Promise<void> {
    this.#hidden = [...this.#hidden, ...actIds].slice(-mostHidden)
    await this.#phone.write('hidden', this.#hidden)
    await this.#phone.remove(actIds)
    await this.#reload()
  }

  /** Sends waiting acts and loads the day. A call while it runs makes it run again afterwards. */
  async sync(): Promise<void> {
    this.#isWanted = true
    this.#syncing ??= this.#syncWhileWanted().finally(() => {
      this.#syncing = undefined
    })
    await this.#syncing
  }

  async #syncWhileWanted(): Promise<void> {
    while (this.#isWanted) {
      this.#isWanted = false
      await this.#syncOnce()
    }
  }

  async #syncOnce(): Promise<void> {
    const server = this.#server
    if (!server) return this.#show({ connection: 'NO_LINK' })
    this.#show({ isSyncing: true })
    const work = () => this.#exchange(server).catch((): Snapshot['connection'] => 'OFFLINE')
    const connection = await alone('cartage-driver', work)
    this.#show({ connection, isSyncing: false })
    if (connection === 'ONLINE') this.#sendFiles(server)
  }

  /** Sends before loading the day. If acts of other drivers wait, checks the link's owner first. */
  async #exchange(server: DriverServer): Promise<Snapshot['connection']> {
    try {
      if (this.#driver === undefined && this.#queue.some((queued) => !this.#isOwn(queued))) await this.#readDay(server)
      const stopped = await sendActs(this.#own(), server)
      await this.#reload()
      if (stopped) throw stopped
      if (this.#driver !== undefined) await this.#sendPosition(server)
      await this.#readDay(server)
      return 'ONLINE'
    } catch (error) {
      if (error instanceof SendFailure) return await this.#afterFailure(error)
      throw error
    }
  }

  async #afterFailure({ reason, retryAfter }: SendFailure): Promise<Snapshot['connection']> {
    if (reason === 'LINK') return await this.#forgetDay()
    if (reason !== 'BUSY') return 'OFFLINE'
    this.#tryAgain(retryAfter)
    return 'BUSY'
  }

  /** DOOR-5: retries as soon as the server allows, before the next regular refresh. */
  #tryAgain(seconds = usualPauseS): void {
    this.#later(() => void this.sync(), Math.min(seconds, longestPauseS) * 1_000)
  }

  /** DOOR-1: sends files separately, so that nothing else waits; then acts left by other drivers of this phone. */
  #sendFiles(server: DriverServer): void {
    this.#sendingFiles ??= alone('cartage-driver-files', () => this.#exchangeFiles(server))
      .catch(() => undefined)
      .finally(() => {
        this.#sendingFiles = undefined
      })
  }

  async #exchangeFiles(server: DriverServer): Promise<void> {
    const hasOwn = (await this.#own().queue()).some(({ state }) => state === 'WAITING')
    const stopped = hasOwn ? await sendFiles(this.#own(), server) : undefined
    if (stopped?.reason === 'BUSY') this.#tryAgain(stopped.retryAfter)
    for (const token of await this.#otherLinks()) await this.#sendOfOthers(token)
    await this.#reload()
    if (hasOwn && !stopped) void this.sync()
  }

  async #otherLinks(): Promise<Set<string>> {
    const others = (await this.#phone.queue()).filter((queued) => queued.state === 'WAITING' && !this.#isOwn(queued))
    return new Set(others.flatMap(({ owner }) => owner?.token ?? []))
  }

  /** DOOR-4: sends under the original link. Whether it still works does not concern the phone's current driver. */
  async #sendOfOthers(token: string): Promise<void> {
    const door = this.#connect(token, () => {})
    const isTheirs = ({ owner }: QueuedAct) => owner?.token === token
    const stopped = await sendActs(this.#part(isTheirs), door)
    if (!stopped) await sendFiles(this.#part(isTheirs), door)
    const sent = (await this.#phone.queue()).filter((queued) => isTheirs(queued) && queued.state === 'SENT')
    await this.#phone.remove(sent.map(({ act }) => act.act_id))
  }

  #isOwn(queued: QueuedAct): boolean {
    return this.#token === undefined || isOwnOf(this.#token, this.#driver?.id)(queued)
  }

  #own(): ActStore {
    return this.#part((queued) => this.#isOwn(queued))
  }

  #part(isIn: (queued: QueuedAct) => boolean): ActStore {
    const phone = this.#phone
    return {
      queue: async () => (await phone.queue()).filter(isIn),
      save: (changed, dropped) => phone.save(changed, dropped),
      file: (actId) => phone.file(actId),
    }
  }

  async #readDay(server: DriverServer): Promise<void> {
    const day = await server.day()
    await this.#takeDriver({ id: day.driver_id, name: day.driver_name })
    this.#day = day
    await this.#phone.write('day', day)
    this.#seen = afterPlan(this.#seen, day, new Date().toISOString())
    await this.#phone.write('seen', this.#seen)
    await this.#position.settle(day)
    await this.#settle(day)
    await this.#readLogo(server, day.logo_id)
    await this.#readHours(server)
  }

  async #takeDriver(driver: { id: string; name: string }): Promise<void> {
    const before = await this.#phone.read('last_driver')
    if (before !== undefined && before !== driver.id) {
      await this.#position.handOver()
      this.#seen = {}
    }
    this.#driver = driver
    await this.#phone.write('driver', driver)
    await this.#phone.write('last_driver', driver.id)
  }

  /** Positions permanently refused are dropped: the next loaded day has the current setting. */
  async #sendPosition(server: DriverServer): Promise<void> {
    try {
      await this.#position.send(server)
    } catch (error) {
      if (!(error instanceof SendFailure) || error.reason !== 'REFUSED') throw error
      await this.#position.forget()
    }
  }

  /** LINK-3: a phone whose link has ended drops stops and PINs; waiting acts stay. */
  async #forgetDay(): Promise<'LINK'> {
    this.#day = undefined
    this.#hours = undefined
    await this.#phone.write('day', undefined)
    await this.#phone.write('hours', undefined)
    await this.#position.forget()
    await this.#reload()
    return 'LINK'
  }

  /** LINK-7: loaded once and cached for offline use. The page works without a logo, so failures are ignored. */
  async #readLogo(server: DriverServer, id: string | null): Promise<void> {
    if ((id ?? undefined) === this.#logo?.id) return
    try {
      this.#logo = id === null ? undefined : { id, ...(await server.logo()) }
      await this.#phone.write('logo', this.#logo)
    } catch (error) {
      if (!(error instanceof SendFailure)) throw error
    }
  }

  /** HOURS-5: loaded after the day, without delaying it; the last response is kept offline. */
  async #readHours(server: DriverServer): Promise<void> {
    try {
      this.#hours = await server.hours()
      await this.#phone.write('hours', this.#hours)
    } catch (error) {
      if (!(error instanceof SendFailure)) throw error
    }
  }

  /** Drops acts from the queue that the server's day includes. */
  async #settle(day: DriverDay): Promise<void> {
    const before = await this.#phone.queue()
    const after = afterDay(before, day)
    const stays = new Set(after.map(({ act }) => act.act_id))
    await this.#phone.save(
      after.filter((one) => !before.includes(one)),
      filesToDrop(before, after),
    )
    await this.#phone.remove(before.flatMap(({ act }) => (stays.has(act.act_id) ? [] : [act.act_id])))
    await this.#reload()
  }

  #setClock(offset: number): void {
    this.#clock = offset
    this.#reading = { offset, wall: Date.now(), steady: this.#steady() }
    void this.#phone.write('clock', offset)
  }

  /** Estimated milliseconds that the server's clock is ahead. */
  #offset(): number | undefined {
    return this.#reading ? offsetNow(this.#reading, Date.now(), this.#steady()) : this.#clock
  }

  async #reload(): Promise<void> {
    this.#queue = await this.#phone.queue()
    this.#show()
  }

  #show(change: Partial<Snapshot> = {}): void {
    const day = this.#day
    const logo = this.#logo?.image ?? null
    const shown = shownDay(day, this.#queue, this.#hidden, (queued) => this.#isOwn(queued))
    this.#position.follow(day, shown, this.#offset())
    const own = { sharing: this.#position.shown(day), hours: this.#hours, news: changedSince(this.#seen) }
    this.#snapshot = { ...this.#snapshot, ...change, day, logo, shown, ...own }
    for (const listener of this.#listeners) listener()
  }
}

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

/** What a driver does: the rest of the act is added when it is kept. */
export type NewAct = Without<KeptAct, 'act_id' | 'happened_at' | 'clock_offset_ms' | 'sha256' | 'upload_id'>

/** What the page draws. */
export interface Snapshot {
  day: DriverDay | undefined
  /** The logo of the haulier as an address; null without one. */
  logo: string | null
  shown: ShownDay
  /** Driving and rest time; undefined until it is read. */
  hours: DriverOwnHours | undefined
  /** Since when the plan of a stop is new to the driver, by stop. */
  news: ReadonlyMap<string, string>
  /** The own position of the phone; null where it is not taken. */
  sharing: ShownSharing | null
  /**
   * BUSY: the server answers that it cannot take it now. LINK: the link expired or was revoked. NO_LINK: the page was never
   * opened with one.
   */
  connection: 'ONLINE' | 'BUSY' | 'OFFLINE' | 'LINK' | 'NO_LINK'
  isSyncing: boolean
}

/** Most ids of removed acts that are remembered. */
const mostHidden = 500

/** Seconds after which a busy server is asked again when it does not say, and at most. */
const usualPauseS = 15
const longestPauseS = 300

/** What the browser has, for tests to take its place. */
export interface Surroundings {
  /** What knows where the phone is; undefined where nothing does. */
  geolocation?: Geolocation | undefined
  /** Does something later. */
  later?: (work: () => void, milliseconds: number) => void
  /** Milliseconds by a clock that no one sets. */
  steady?: () => number
}

/** The day of a driver on this phone: everything is kept first and sent afterwards. */
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

  /**
   * @param connect the server behind a token, when it is not the usual one
   */
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

  /** Reads what the phone has and takes the token of a new link; then exchanges with the server. */
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

  /** DOOR-4: what waits stays with the link it was made under; the day of the link before is not shown under the new one. */
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

  /** Keeps an act with its file, one for each of these stops; it is sent when there is signal. */
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

  /** The driver has seen what changed at these stops. */
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

  /** Turns the own position on or off (LINK-10). */
  async share(isOn: boolean): Promise<void> {
    await this.#position.turn(isOn, this.#offset())
    void this.sync()
  }

  /** Takes refused acts out of the phone, with their files. */
  async dismiss(...actIds: readonly string[]): Promise<void> {
    this.#hidden = [...this.#hidden, ...actIds].slice(-mostHidden)
    await this.#phone.write('hidden', this.#hidden)
    await this.#phone.remove(actIds)
    await this.#reload()
  }

  /** Sends what waits and reads the day. While that is under way, it is done again afterwards. */
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

  /** Sends first, so that the day that is read next has it; but who the link is of is asked first where others' acts wait. */
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

  /** DOOR-5: as soon as the server says, and not when the page would next look. */
  #tryAgain(seconds = usualPauseS): void {
    this.#later(() => void this.sync(), Math.min(seconds, longestPauseS) * 1_000)
  }

  /** DOOR-1: files go their own way, so that nothing else waits for them; then what other drivers of this phone left. */
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

  /** DOOR-4: under the link it was made under. Whether that one still works is no news for the driver who has the phone now. */
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

  /** What the server refuses for good is forgotten: the day that is read next says what holds. */
  async #sendPosition(server: DriverServer): Promise<void> {
    try {
      await this.#position.send(server)
    } catch (error) {
      if (!(error instanceof SendFailure) || error.reason !== 'REFUSED') throw error
      await this.#position.forget()
    }
  }

  /** LINK-3: a phone whose link is over keeps no stops and PINs; what waits to be sent stays. */
  async #forgetDay(): Promise<'LINK'> {
    this.#day = undefined
    this.#hours = undefined
    await this.#phone.write('day', undefined)
    await this.#phone.write('hours', undefined)
    await this.#position.forget()
    await this.#reload()
    return 'LINK'
  }

  /** LINK-7: read once and kept for hours without signal. The page is whole without it, so a failure says nothing. */
  async #readLogo(server: DriverServer, id: string | null): Promise<void> {
    if ((id ?? undefined) === this.#logo?.id) return
    try {
      this.#logo = id === null ? undefined : { id, ...(await server.logo()) }
      await this.#phone.write('logo', this.#logo)
    } catch (error) {
      if (!(error instanceof SendFailure)) throw error
    }
  }

  /** HOURS-5: read after the day, which does not wait for it; what was read last is kept without signal. */
  async #readHours(server: DriverServer): Promise<void> {
    try {
      this.#hours = await server.hours()
      await this.#phone.write('hours', this.#hours)
    } catch (error) {
      if (!(error instanceof SendFailure)) throw error
    }
  }

  /** Drops from the queue what the server shows by now. */
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

  /** Milliseconds that the server is ahead, as far as the phone can tell now. */
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

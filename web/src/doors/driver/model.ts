import type { DriverDay, DriverOwnHours } from '@cartage/contract/doors/app/driver'
import { type KeptAct, type QueuedAct, type ShownDay, shownDay } from './acts.ts'
import { OwnPosition, type ShownSharing } from './own-position.ts'
import type { KeptValues, Phone } from './phone.ts'
import { afterDay, filesToDrop, withAct } from './queue.ts'
import { SendFailure, sendQueue } from './sender.ts'
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
  /** The own position of the phone; null where it is not taken. */
  sharing: ShownSharing | null
  /** LINK: the link expired or was revoked. NO_LINK: the page was never opened with one. */
  connection: 'ONLINE' | 'OFFLINE' | 'LINK' | 'NO_LINK'
  isSyncing: boolean
}

/** Most ids of removed acts that are remembered. */
const mostHidden = 500

/** The day of a driver on this phone: everything is kept first and sent afterwards. */
export class DriverModel {
  readonly #phone: Phone
  readonly #connect: typeof driverServer
  readonly #listeners = new Set<() => void>()
  #server: DriverServer | undefined
  #clock: number | undefined
  #day: DriverDay | undefined
  #queue: readonly QueuedAct[] = []
  #hidden: readonly string[] = []
  #syncing: Promise<void> | undefined
  #isWanted = false
  #logo: KeptValues['logo']
  #hours: DriverOwnHours | undefined
  readonly #position: OwnPosition
  #snapshot: Snapshot = {
    ...{ day: undefined, logo: null, shown: shownDay(undefined, []), sharing: null, hours: undefined },
    ...{ connection: 'OFFLINE', isSyncing: false },
  }

  /**
   * @param connect the server behind a token, when it is not the usual one
   * @param geolocation what knows where the phone is; undefined where nothing does
   */
  constructor(
    phone: Phone,
    connect: typeof driverServer = driverServer,
    geolocation: Geolocation | undefined = navigator.geolocation,
  ) {
    this.#phone = phone
    this.#connect = connect
    this.#position = new OwnPosition(
      phone,
      geolocation,
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
    if (token !== undefined) await phone.write('token', token)
    const known = token ?? (await phone.read('token'))
    this.#day = await phone.read('day')
    this.#logo = await phone.read('logo')
    this.#hours = await phone.read('hours')
    this.#clock = await phone.read('clock')
    this.#hidden = (await phone.read('hidden')) ?? []
    await this.#position.load()
    await this.#reload()
    if (known !== undefined) this.#server = this.#connect(known, (offset) => this.#setClock(offset))
    await this.sync()
  }

  /** Keeps an act with its file; it is sent when there is signal. */
  async act(given: NewAct, file?: Blob): Promise<void> {
    const act = {
      ...given,
      act_id: crypto.randomUUID(),
      happened_at: new Date().toISOString(),
      clock_offset_ms: this.#clock ?? null,
      ...(file && { sha256: await digestOf(file) }),
    } as KeptAct
    await this.#phone.add(withAct([], act)[0]!, file)
    await this.#reload()
    void this.sync()
  }

  /** Turns the own position on or off (LINK-10). */
  async share(isOn: boolean): Promise<void> {
    await this.#position.turn(isOn, this.#clock)
    void this.sync()
  }

  /** Takes a refused act out of the phone, with its file. */
  async dismiss(actId: string): Promise<void> {
    this.#hidden = [...this.#hidden, actId].slice(-mostHidden)
    await this.#phone.write('hidden', this.#hidden)
    await this.#phone.remove([actId])
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
    // Two tabs of the page do not send the same at once.
    const connection = navigator.locks ? await navigator.locks.request('cartage-driver', {}, work) : await work()
    this.#show({ connection, isSyncing: false })
  }

  /** Sends first, so that the day that is read next has it. */
  async #exchange(server: DriverServer): Promise<Snapshot['connection']> {
    const stopped = await sendQueue(this.#phone, server)
    await this.#reload()
    if (stopped === 'LINK') return await this.#forgetDay()
    if (stopped === 'OFFLINE') return stopped
    try {
      await this.#sendPosition(server)
      this.#day = await server.day()
    } catch (error) {
      if (error instanceof SendFailure) return error.reason === 'LINK' ? await this.#forgetDay() : 'OFFLINE'
      throw error
    }
    await this.#phone.write('day', this.#day)
    await this.#position.settle(this.#day)
    await this.#settle(this.#day)
    await this.#readLogo(server, this.#day.logo_id)
    await this.#readHours(server)
    return 'ONLINE'
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
    void this.#phone.write('clock', offset)
  }

  async #reload(): Promise<void> {
    this.#queue = await this.#phone.queue()
    this.#show()
  }

  #show(change: Partial<Snapshot> = {}): void {
    const day = this.#day
    const logo = this.#logo?.image ?? null
    const shown = shownDay(day, this.#queue, this.#hidden)
    this.#position.follow(day, shown, this.#clock)
    const own = { sharing: this.#position.shown(day), hours: this.#hours }
    this.#snapshot = { ...this.#snapshot, ...change, day, logo, shown, ...own }
    for (const listener of this.#listeners) listener()
  }
}

/** SHA-256 of a file, in hexadecimal. */
async function digestOf(file: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

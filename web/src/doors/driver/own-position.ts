import type { DriverDay } from '@cartage/contract/doors/app/driver'
import { isShared, type SharingWindow, sharingWindow } from '@cartage/contract/doors/app/sharing'
import type { ShownDay, ShownTrip } from './acts.ts'
import type { Phone } from './phone.ts'

/** What the driver decided on this phone. */
export interface KeptSharing {
  is_on: boolean
  /** By the clock of the phone. */
  decided_at: string
  clock_offset_ms: number | null
  /** Whether the server knows it. */
  is_said: boolean
}

/** Where the phone was, until it is sent. */
export interface KeptFix {
  recorded_at: string
  clock_offset_ms: number | null
  latitude: number
  longitude: number
  accuracy_m: number
}

/** What the page shows of it; null where the haulier takes no positions. */
export interface ShownSharing {
  is_on: boolean
  /** The phone looks where it is now. */
  is_watching: boolean
  /** The browser does not let the page know where it is. */
  is_denied: boolean
  kept_days: number
}

/** The calls that sharing needs. They throw SendFailure. */
export interface SharingDoor {
  share(decision: Omit<KeptSharing, 'is_said'>): Promise<void>
  positions(fixes: readonly KeptFix[]): Promise<void>
}

/** Milliseconds between two positions that are kept. */
const everyMs = 30_000
/** Positions that wait at most: the oldest go first. */
const mostFixes = 1_000
const mostAtOnce = 200

/**
 * The position of this phone (LINK-10, LINK-11): off until the driver turns it on, kept first and sent afterwards like what the
 * driver reports. It looks where it is during a trip only, and what waits is forgotten when it is turned off.
 */
export class OwnPosition {
  readonly #phone: Phone
  readonly #geolocation: Geolocation | undefined
  readonly #onChange: () => void
  readonly #onFix: () => void
  #kept: KeptSharing | undefined
  #fixes: readonly KeptFix[] = []
  #windows: readonly SharingWindow[] = []
  #isAllowed = false
  #watch: number | undefined
  #isDenied = false
  #clock: number | null = null
  /** When the last position that was kept was measured, in milliseconds since 1970. */
  #lastAt = 0

  /**
   * @param onChange when the page has something else to show
   * @param onFix when there is a position to send
   */
  constructor(phone: Phone, geolocation: Geolocation | undefined, onChange: () => void, onFix: () => void) {
    this.#phone = phone
    this.#geolocation = geolocation
    this.#onChange = onChange
    this.#onFix = onFix
  }

  async load(): Promise<void> {
    this.#kept = await this.#phone.read('sharing')
    this.#fixes = (await this.#phone.read('fixes')) ?? []
  }

  /** Keeps what the driver decides. Turned off, nothing that waits is sent any more. */
  async turn(is_on: boolean, clock: number | undefined): Promise<void> {
    this.#clock = clock ?? null
    this.#isDenied = false
    this.#lastAt = 0
    await this.#decide({ is_on, decided_at: new Date().toISOString(), clock_offset_ms: this.#clock, is_said: false })
    this.#onChange()
  }

  /** Looks where the phone is, or stops, as the day and its trips say now. */
  follow(day: DriverDay | undefined, { trips }: ShownDay, clock: number | undefined): void {
    this.#clock = clock ?? null
    this.#isAllowed = day?.own_position?.is_allowed ?? false
    this.#windows = trips.flatMap((trip) => windowOf(trip) ?? [])
    if (this.#isWanted()) this.#begin()
    else this.#stop()
  }

  shown(day: DriverDay | undefined): ShownSharing | null {
    const given = day?.own_position
    if (!given?.is_allowed || !this.#geolocation) return null
    const is_on = this.#kept?.is_on ?? false
    return { is_on, is_watching: this.#watch !== undefined, is_denied: this.#isDenied, kept_days: given.kept_days }
  }

  /** Says what was decided, then sends what waits. @throws SendFailure */
  async send(door: SharingDoor): Promise<void> {
    if (this.#kept && !this.#kept.is_said) {
      const { is_said: _, ...decision } = this.#kept
      await door.share(decision)
      if (this.#kept.decided_at === decision.decided_at) await this.#keep({ ...this.#kept, is_said: true })
    }
    while (this.#fixes.length > 0) {
      const batch = this.#fixes.slice(0, mostAtOnce)
      await door.positions(batch)
      await this.#keepFixes(this.#fixes.filter((fix) => !batch.includes(fix)))
    }
  }

  /** Forgets what waits: the server takes none of it. */
  async forget(): Promise<void> {
    await this.#keepFixes([])
  }

  /** Another driver has the phone now: what the one before decided does not hold, and where that one was is not sent (LINK-10). */
  async handOver(): Promise<void> {
    this.#kept = undefined
    this.#stop()
    await this.#phone.write('sharing', undefined)
    await this.forget()
  }

  /** Turned off on another phone of the driver, it is off here too. */
  async settle(day: DriverDay): Promise<void> {
    const { is_allowed = false, is_on = false } = day.own_position ?? {}
    if (this.#kept?.is_on && this.#kept.is_said && is_allowed && !is_on) {
      await this.#decide({ ...this.#kept, is_on: false })
    }
  }

  async #decide(kept: KeptSharing): Promise<void> {
    await this.#keep(kept)
    if (kept.is_on) return
    this.#stop()
    await this.forget()
  }

  async #keep(kept: KeptSharing): Promise<void> {
    this.#kept = kept
    await this.#phone.write('sharing', kept)
  }

  async #keepFixes(fixes: readonly KeptFix[]): Promise<void> {
    if (fixes.length === 0 && this.#fixes.length === 0) return
    this.#fixes = fixes
    await this.#phone.write('fixes', fixes)
  }

  #isWanted(): boolean {
    return this.#isAllowed && !this.#isDenied && this.#kept?.is_on === true && isShared(this.#windows, Date.now())
  }

  #begin(): void {
    if (this.#watch !== undefined) return
    const options = { enableHighAccuracy: true, maximumAge: 0 }
    const watch = this.#geolocation?.watchPosition(
      (at) => void this.#take(at),
      (error) => this.#fail(error),
      options,
    )
    this.#watch = watch
  }

  #stop(): void {
    if (this.#watch === undefined) return
    this.#geolocation?.clearWatch(this.#watch)
    this.#watch = undefined
  }

  async #take({ timestamp, coords }: GeolocationPosition): Promise<void> {
    if (!this.#isWanted()) {
      this.#stop()
      return this.#onChange()
    }
    const isBefore = timestamp < Date.parse(this.#kept?.decided_at ?? '')
    if (isBefore || timestamp - this.#lastAt < everyMs) return
    this.#lastAt = timestamp
    const { latitude, longitude, accuracy } = coords
    const where = { latitude, longitude, accuracy_m: Math.min(accuracy, 100_000) }
    const fix = { recorded_at: new Date(timestamp).toISOString(), clock_offset_ms: this.#clock, ...where }
    await this.#keepFixes([...this.#fixes, fix].slice(-mostFixes))
    this.#onFix()
  }

  /** Without signal of satellites it waits on; only what the driver or the browser forbids ends it. */
  #fail({ code }: GeolocationPositionError): void {
    if (code !== 1) return
    this.#isDenied = true
    this.#stop()
    this.#onChange()
  }
}

function windowOf({ stops }: ShownTrip): SharingWindow | undefined {
  return sharingWindow(
    stops.map(({ stop: { planned_start_at, planned_end_at, status }, arrived_at, left_at }) => ({
      ...{ planned_start_at, planned_end_at, arrived_at, left_at },
      is_cancelled: status === 'CANCELLED',
    })),
  )
}

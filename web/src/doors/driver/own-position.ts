import type { DriverDay } from '@cartage/contract/doors/app/driver'
import { isShared, type SharingWindow, sharingWindow } from '@cartage/contract/doors/app/sharing'
import type { ShownDay, ShownTrip } from './acts.ts'
import type { KeptFix, KeptSharing } from './kept-position.ts'
import type { Phone } from './phone.ts'

/** Sharing state for the page; null where the haulier collects no positions. */
export interface ShownSharing {
  is_on: boolean
  /** Whether the phone is determining its position now. */
  is_watching: boolean
  /** The browser denies access to the position. */
  is_denied: boolean
  kept_days: number
}

/** API calls for position sharing. They throw SendFailure. */
export interface SharingDoor {
  share(decision: Omit<KeptSharing, 'is_said'>): Promise<void>
  positions(fixes: readonly KeptFix[]): Promise<void>
}

/** Milliseconds between two stored positions. */
const everyMs = 30_000
/** Maximum number of waiting positions: the oldest are dropped first. */
const mostFixes = 1_000
const mostAtOnce = 200

/**
 * Position sharing of this phone (LINK-10, LINK-11): off until the driver turns it on. Positions are stored first and
 * sent afterwards, like acts. They are taken only during a trip, and waiting ones are deleted when sharing is turned
 * off.
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
  /** Time of the last stored position, in milliseconds since 1970. */
  #lastAt = 0

  /**
   * @param onChange called when the shown state changes
   * @param onFix called when a position waits to be sent
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

  /** Stores the driver's choice. Turning it off deletes waiting positions. */
  async turn(is_on: boolean, clock: number | undefined): Promise<void> {
    this.#clock = clock ?? null
    this.#isDenied = false
    this.#lastAt = 0
    await this.#decide({ is_on, decided_at: new Date().toISOString(), clock_offset_ms: this.#clock, is_said: false })
    this.#onChange()
  }

  /** Starts or stops watching the position, depending on the day and its trips. */
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

  /**
   * Sends the choice, then waiting positions.
   * @throws SendFailure
   */
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

  /** Deletes waiting positions: the server accepts none of them. */
  async forget(): Promise<void> {
    await this.#keepFixes([])
  }

  /**
   * Another driver now uses the phone: the previous driver's choice no longer applies, and their positions are not sent
   * (LINK-10).
   */
  async handOver(): Promise<void> {
    this.#kept = undefined
    this.#stop()
    await this.#phone.write('sharing', undefined)
    await this.forget()
  }

  /** Turns sharing off if the driver turned it off on another phone. */
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

  /** Missing satellite signal only delays; only a denial by the driver or browser ends sharing. */
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

import type {
  DriverActResult,
  DriverDay,
  DriverOwnHours,
  getDriverDay,
  getOwnHours,
  reportDriverActs,
  reportDriverPositions,
  setDriverPosition,
  uploadDriverFile,
} from '@cartage/contract/doors/app/driver'
import type { DoorLogo, getDriverLogo } from '@cartage/contract/doors/app/logos'
import type { QueuedAct } from './acts.ts'
import type { SharingDoor } from './own-position.ts'
import { clockOffset } from './queue.ts'
import { SendFailure, type SendingDoor } from './sender.ts'

/** The calls of the page. They throw SendFailure. */
export interface DriverServer extends SendingDoor, SharingDoor {
  day(): Promise<DriverDay>
  logo(): Promise<DoorLogo>
  hours(): Promise<DriverOwnHours>
}

// Only the types of the operations: the operations themselves would bring the library of schemas over a weak signal.
const dayPath: (typeof getDriverDay)['path'] = '/door/driver/day'
const actsPath: (typeof reportDriverActs)['path'] = '/door/driver/acts'
const logoPath: (typeof getDriverLogo)['path'] = '/door/driver/logo'
const hoursPath: (typeof getOwnHours)['path'] = '/door/driver/hours'
const sharingPath: (typeof setDriverPosition)['path'] = '/door/driver/position'
const positionsPath: (typeof reportDriverPositions)['path'] = '/door/driver/positions'
const filesPath: (typeof uploadDriverFile)['path'] = '/door/driver/files'

/** A request that takes longer has no signal worth waiting for; a file may take its time. */
const longestMs = 20_000
const longestUploadMs = 120_000

/**
 * The server behind a link.
 * @param onClock gets how far its clock is ahead, with every answer that says its time
 */
export function driverServer(token: string, onClock: (offset: number) => void): DriverServer {
  async function call<T>(path: string, init: RequestInit, longest: number): Promise<T> {
    const headers = { ...init.headers, authorization: `Link ${token}` }
    const sentAt = Date.now()
    const signal = AbortSignal.timeout(longest)
    const response = await fetch(path, { ...init, headers, signal, cache: 'no-store' }).catch(() => {
      throw new SendFailure('OFFLINE')
    })
    if (!response.ok) throw await failureOf(response)
    const answer = (await response.json().catch(() => {
      throw new SendFailure('OFFLINE')
    })) as T & { server_time?: string }
    if (answer.server_time !== undefined) onClock(clockOffset(sentAt, Date.now(), answer.server_time))
    return answer
  }

  return {
    day: () => call<DriverDay>(dayPath, {}, longestMs),
    logo: () => call<DoorLogo>(logoPath, {}, longestMs),
    hours: () => call<DriverOwnHours>(hoursPath, {}, longestMs),
    async upload(file, stopId) {
      const body = new FormData()
      body.append('file', file, file.type === 'image/png' ? 'signature.png' : 'photo.jpg')
      return await call(`${filesPath}?stop_id=${encodeURIComponent(stopId)}`, { method: 'POST', body }, longestUploadMs)
    },
    async report(acts: readonly QueuedAct['act'][]) {
      const { results } = await call<{ results: DriverActResult[] }>(actsPath, jsonOf('POST', { acts }), longestMs)
      return results
    },
    share: async (decision) => void (await call(sharingPath, jsonOf('PUT', decision), longestMs)),
    positions: async (fixes) => void (await call(positionsPath, jsonOf('POST', { positions: fixes }), longestMs)),
  }
}

/** A request with the time by the clock of the phone. */
function jsonOf(method: string, members: object): RequestInit {
  const body = JSON.stringify({ sent_at: new Date().toISOString(), ...members })
  return { method, headers: { 'content-type': 'application/json' }, body }
}

/**
 * What passes and what does not (DOOR-5): too many requests and failures of the server pass, and are no lack of signal. A
 * gateway on the way, which answers without the server, is one.
 */
export async function failureOf(response: Response): Promise<SendFailure> {
  const { status } = response
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  const retryAfter = Number.isFinite(seconds) && seconds > 0 ? seconds : undefined
  if (status === 401) return new SendFailure('LINK')
  if (status === 408 || status === 502 || status === 504) return new SendFailure('OFFLINE')
  if (status === 429 || status >= 500) return new SendFailure('BUSY', String(status), retryAfter)
  const { error } = (await response.json().catch(() => ({}))) as { error?: string }
  return new SendFailure('REFUSED', error ?? String(status))
}

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

/** API calls of the page. They throw SendFailure. */
export interface DriverServer extends SendingDoor, SharingDoor {
  day(): Promise<DriverDay>
  logo(): Promise<DoorLogo>
  hours(): Promise<DriverOwnHours>
}

// Imports only the types of the operations: their schemas would add the schema library to a page used on a weak signal.
const dayPath: (typeof getDriverDay)['path'] = '/door/driver/day'
const actsPath: (typeof reportDriverActs)['path'] = '/door/driver/acts'
const logoPath: (typeof getDriverLogo)['path'] = '/door/driver/logo'
const hoursPath: (typeof getOwnHours)['path'] = '/door/driver/hours'
const sharingPath: (typeof setDriverPosition)['path'] = '/door/driver/position'
const positionsPath: (typeof reportDriverPositions)['path'] = '/door/driver/positions'
const filesPath: (typeof uploadDriverFile)['path'] = '/door/driver/files'

/** Request timeout, beyond which the signal counts as lost; file uploads may take longer. */
const longestMs = 20_000
const longestUploadMs = 120_000

/**
 * API client for a link.
 * @param onClock receives the server's clock offset with every response that includes its time
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

/** JSON request with the time of the phone's clock. */
function jsonOf(method: string, members: object): RequestInit {
  const body = JSON.stringify({ sent_at: new Date().toISOString(), ...members })
  return { method, headers: { 'content-type': 'application/json' }, body }
}

/**
 * Classifies failures (DOOR-5): too many requests and server errors are temporary, but not a lack of signal. A gateway
 * that responds without the server counts as one.
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

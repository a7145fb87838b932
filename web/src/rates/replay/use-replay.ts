import { type ReplayedPrice, replayRateCard } from '@cartage/contract/charges/app/replay'
import type { Answer, Request } from '@cartage/contract/endpoint'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'

type Body = NonNullable<Request<typeof replayRateCard>['body']>

/** Period and companies of a replay. */
export type ReplayPeriod = Pick<Body, 'from' | 'to' | 'company_ids'>

/** Maximum number of orders or trips per replay. */
export const mostReplayed = 10_000

/** Progress of a replay. */
export interface ReplayState {
  readonly items: readonly ReplayedPrice[]
  readonly total: number
  readonly isRunning: boolean
  readonly error: unknown
}

const idle: ReplayState = { items: [], total: 0, isRunning: false, error: null }

/** Replays a period in chunks, so that the first prices arrive early. It ends with the page or the next replay. */
export function useReplay(rate_record_id: string) {
  const [state, setState] = useState<ReplayState>()
  const turn = useRef(0)
  useEffect(
    () => () => {
      turn.current += 1
    },
    [],
  )
  const stop = () => {
    turn.current += 1
    setState((before) => before && { ...before, isRunning: false })
  }
  const start = async (period: ReplayPeriod) => {
    turn.current += 1
    const own = turn.current
    const put = (next: ReplayState) => own === turn.current && setState(next)
    let now: ReplayState = { ...idle, isRunning: true }
    put(now)
    try {
      for (let after: Body['after'] = null; own === turn.current; ) {
        const piece: Answer<typeof replayRateCard> = await call(replayRateCard, {
          params: { rate_record_id },
          body: { ...period, after },
        })
        const items = [...now.items, ...piece.items].slice(0, mostReplayed)
        const isRunning = piece.next !== null && items.length < mostReplayed
        now = { items, total: piece.total, isRunning, error: null }
        put(now)
        if (!isRunning) return
        after = piece.next
      }
    } catch (error) {
      put({ ...now, isRunning: false, error })
    }
  }
  return { state, start, stop }
}

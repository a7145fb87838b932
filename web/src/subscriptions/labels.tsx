import type { Subscription } from '@cartage/contract/deliveries/app/subscriptions'
import { msg } from '@lingui/core/macro'
import type { CodeBadge, CodeBadges } from '../records/code-badge.ts'
import { CodeStatus } from '../records/code-status.tsx'
import { CircleCheck, CircleDashed, CirclePause, TriangleAlert } from '../ui/icons.tsx'

/** Badges of endpoint states. */
export const endpointBadges: CodeBadges = {
  ACTIVE: { word: msg`Healthy`, tone: 'green', icon: CircleCheck },
  FAILING: { word: msg`Failing`, tone: 'red', icon: TriangleAlert },
  PAUSED: { word: msg`Paused`, tone: 'amber', icon: CirclePause },
}

/** Channel of an endpoint. A URL without TLS is not called HTTPS. */
export function channelOf({ channel, url }: { channel: string; url: string }): string {
  return channel === 'HTTPS' && url.startsWith('http:') ? 'HTTP' : channel
}

const unused: CodeBadge = { word: msg`Not used yet`, tone: 'grey', icon: CircleDashed }
const withoutSuccess: CodeBadge = { word: msg`No success yet`, tone: 'amber', icon: TriangleAlert }

/** Health of an endpoint. Not healthy before the first delivery. */
export function EndpointState({
  endpoint: { state, last_success_at, failed },
}: {
  endpoint: Pick<Subscription, 'state' | 'last_success_at' | 'failed'>
}) {
  const isProven = state !== 'ACTIVE' || last_success_at !== null
  const badges = isProven ? endpointBadges : { ACTIVE: failed > 0 ? withoutSuccess : unused }
  return <CodeStatus badges={badges} code={state} />
}

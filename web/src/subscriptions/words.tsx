import { msg } from '@lingui/core/macro'
import { CircleCheck, CirclePause, TriangleAlert } from 'lucide-react'
import type { CodeBadges } from '../records/code-badge.ts'
import { CodeStatus } from '../records/code-status.tsx'

/** How each state of an endpoint is shown. */
export const endpointBadges: CodeBadges = {
  ACTIVE: { word: msg`Healthy`, tone: 'green', icon: CircleCheck },
  FAILING: { word: msg`Failing`, tone: 'red', icon: TriangleAlert },
  PAUSED: { word: msg`Paused`, tone: 'amber', icon: CirclePause },
}

/** How an endpoint is reached, as people call it: a web address without a certificate is not HTTPS. */
export function channelOf({ channel, url }: { channel: string; url: string }): string {
  return channel === 'HTTPS' && url.startsWith('http:') ? 'HTTP' : channel
}

/** The health of an endpoint. */
export function EndpointState({ state }: { state: string }) {
  return <CodeStatus badges={endpointBadges} code={state} />
}

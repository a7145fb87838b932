import type { Subscription } from '@cartage/contract/deliveries/app/subscriptions'
import { Trans, useLingui } from '@lingui/react/macro'
import { failureOf } from '../api/failure.ts'
import { Button } from '../ui/button.tsx'
import { HeaderLines } from '../ui/header-lines.tsx'
import { CircleCheck, CircleX, Send } from '../ui/icons.tsx'
import { JsonView } from '../ui/json-view.tsx'
import { Section } from '../ui/overlay/side-panel.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { readable } from '../ui/readable-body.ts'
import { useTest } from './queries.ts'

/** Sends an event of type subscription.tested and shows the response. */
export function TestSection({ endpoint }: { endpoint: Subscription }) {
  const { t } = useLingui()
  const test = useTest(endpoint.subscription_id)
  const result = test.data
  return (
    <Section
      title={<Trans>Test</Trans>}
      actions={
        <Button icon={Send} onClick={() => test.mutate()} isBusy={test.isPending}>
          <Trans>Send test event</Trans>
        </Button>
      }
    >
      {test.error !== null && <ErrorPanel {...failureOf(test.error)} />}
      <div role="status">
        {result && (
          <p className={`flex items-center gap-1.5 font-medium ${result.is_delivered ? 'text-green' : 'text-red'}`}>
            {result.is_delivered ? (
              <CircleCheck size={14} aria-hidden="true" />
            ) : (
              <CircleX size={14} aria-hidden="true" />
            )}
            {result.is_delivered ? <Trans>Accepted.</Trans> : <Trans>Rejected.</Trans>}
            <span className="tnum font-normal text-ink-2">
              {[result.status, `${Math.round(result.duration_ms)} ms`, result.address].filter(Boolean).join(' · ')}
            </span>
          </p>
        )}
      </div>
      {result && (
        <div className="flex flex-col gap-2 pt-2">
          {result.failure !== null && <p className="text-red [overflow-wrap:anywhere]">{result.failure}</p>}
          <HeaderLines label={t`Request headers`} headers={result.request_headers} />
          <HeaderLines label={t`Response headers`} headers={result.response_headers} />
          {result.response_body !== '' && <JsonView label={t`Response body`} value={readable(result.response_body)} />}
        </div>
      )}
    </Section>
  )
}

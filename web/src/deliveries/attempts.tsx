import type { DeliveryAttempt, DeliveryDetail } from '@cartage/contract/deliveries/app/record'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { HeaderLines } from '../ui/header-lines.tsx'
import { JsonView } from '../ui/json-view.tsx'
import { Section } from '../ui/overlay/side-panel.tsx'
import { Tabs } from '../ui/page/tabs.tsx'
import { readable } from '../ui/readable-body.ts'
import { Step, Steps } from '../ui/steps.tsx'
import { LogTime } from '../ui/time/log-time.tsx'
import { AnswerCode } from './status.labels.tsx'

/** Delivery attempts in order, with request and response of the selected one. */
export function Attempts({ delivery }: { delivery: DeliveryDetail }) {
  const { t } = useLingui()
  const { tries } = delivery
  const [chosen, setChosen] = useState<number>()
  const at = Math.min(chosen ?? tries.length - 1, tries.length - 1)
  const attempt = tries[at]
  return (
    <>
      <Section title={<Trans>Attempts</Trans>}>
        {tries.length === 0 && (
          <p className="text-ink-3">
            <Trans>No attempts yet.</Trans>
          </p>
        )}
        <Steps label={t`Attempts`}>
          {tries.map((one, index) => (
            <Step
              // biome-ignore lint/suspicious/noArrayIndexKey: tries are never moved, and two may fall into one second
              key={`${one.attempted_at} ${index}`}
              isDone={isTaken(one)}
              isLast={index === tries.length - 1}
              title={
                <button
                  type="button"
                  className="rounded-sm underline-offset-2 hover:underline aria-pressed:font-semibold"
                  aria-pressed={index === at}
                  onClick={() => setChosen(index)}
                >
                  <Trans>Attempt {index + 1}</Trans> · <AnswerCode status={one.status} failure={one.failure} />
                </button>
              }
              side={<LogTime instant={one.attempted_at} />}
              text={[`${one.duration_ms} ms`, one.address, one.failure].filter(Boolean).join(' · ')}
            />
          ))}
        </Steps>
      </Section>
      <Sides attempt={attempt} body={delivery.body} />
    </>
  )
}

function isTaken({ status, failure }: DeliveryAttempt): boolean {
  return failure === null && (status === null || (status >= 200 && status < 300))
}

function Sides({ attempt, body }: { attempt: DeliveryAttempt | undefined; body: string }) {
  const { t } = useLingui()
  const [side, setSide] = useState('request')
  const tabs = [{ value: 'request', title: t`Request` }, ...(attempt ? [{ value: 'answer', title: t`Response` }] : [])]
  const signature = attempt?.request_headers['webhook-signature']
  return (
    <div className="-mx-4">
      <Tabs tabs={tabs} value={side} onChange={setSide}>
        <div className="flex flex-col gap-2 px-4 py-3">
          {side === 'request' ? (
            <>
              {signature !== undefined && (
                <p className="text-[12px] text-ink-2">
                  <Trans>
                    Signed with HMAC-SHA-256 over <code>webhook-id.webhook-timestamp.body</code>, one signature per
                    active secret.
                  </Trans>
                </p>
              )}
              {attempt && <HeaderLines label={t`Request headers`} headers={attempt.request_headers} />}
              <JsonView label={t`Request body`} value={readable(body)} />
            </>
          ) : (
            attempt && (
              <>
                {attempt.failure !== null && <p className="text-red [overflow-wrap:anywhere]">{attempt.failure}</p>}
                <HeaderLines label={t`Response headers`} headers={attempt.response_headers} />
                <JsonView label={t`Response body`} value={readable(attempt.response_body) || t`(empty)`} />
              </>
            )
          )}
        </div>
      </Tabs>
    </div>
  )
}

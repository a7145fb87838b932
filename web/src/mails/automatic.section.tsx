import type { DueMail, MailOrigin, MailRule } from '@cartage/contract/mails/app/automatic'
import { mailOrigins } from '@cartage/contract/mails/app/automatic'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { useLabels } from '../records/code-labels.ts'
import { Loaded } from '../records/loaded.tsx'
import { usePermission } from '../session/permission.ts'
import { Button } from '../ui/button.tsx'
import { Section } from '../ui/overlay/side-panel.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { minutesText } from '../ui/time/minutes-text.ts'
import { mailRulesQuery, rulePreviewQuery, useSetRule } from './automatic.queries.ts'
import { mailLabels, originLabels } from './labels.ts'

/** Rules for automatic e-mails, with a preview of what each would send now. */
export function AutomaticSection() {
  const query = useQuery(mailRulesQuery)
  return (
    <Section title={<Trans>Sent automatically</Trans>}>
      <Loaded query={query}>
        {({ items }) => (
          <div className="grid gap-3">
            {items.map((rule) => (
              <Rule key={`${rule.kind} ${JSON.stringify(rule)}`} rule={rule} />
            ))}
            <p className="text-[12px] text-ink-2">
              <Trans>A company can have its own choice and address on its page.</Trans>
            </p>
          </div>
        )}
      </Loaded>
    </Section>
  )
}

function Rule({ rule }: { rule: MailRule }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const mayWrite = usePermission('setting.write')
  const [draft, setDraft] = useState(rule)
  const [isShown, setIsShown] = useState(false)
  const set = useSetRule(rule.kind)
  const { is_on, origins, late_minutes } = draft
  const body = { is_on, origins, late_minutes }
  const isChanged = JSON.stringify(draft) !== JSON.stringify(rule)
  const save = () =>
    set.mutate(body, {
      onSuccess: () => toasts.done(t`Saved`),
      onError: (error) => toasts.failed(failureOf(error)),
    })
  return (
    <fieldset className="grid gap-2 rounded-lg border border-line p-3" disabled={!mayWrite}>
      <label className="flex min-h-6 items-center gap-2 font-medium">
        <input type="checkbox" checked={is_on} onChange={() => setDraft({ ...draft, is_on: !is_on })} />
        {t(mailLabels[rule.kind])}
      </label>
      {rule.kind === 'ORDER_CONFIRMATION' && (
        <Origins chosen={origins} onChange={(next) => setDraft({ ...draft, origins: next })} />
      )}
      {rule.kind === 'DISPATCH' && (
        <p className="text-ink-2">
          <Trans>When a trip is dispatched to its carrier or gets its first link, with the trip sheet.</Trans>
        </p>
      )}
      {rule.kind === 'DELAY' && (
        <label className="flex items-center gap-2 text-ink-2">
          <Trans>When the ETA is later than the window by (minutes)</Trans>
          <input
            type="number"
            min={1}
            max={1440}
            className="field h-8 w-20"
            value={late_minutes}
            onChange={(event) => setDraft({ ...draft, late_minutes: Number(event.target.value) })}
          />
        </label>
      )}
      {mayWrite && (
        <div className="flex gap-2">
          <Button variant="brand" disabled={!isChanged} isBusy={set.isPending} onClick={save}>
            <Trans>Save</Trans>
          </Button>
          <Button onClick={() => setIsShown(!isShown)}>
            <Trans>What would be sent</Trans>
          </Button>
        </div>
      )}
      {isShown && <Preview kind={rule.kind} body={{ ...body, is_on: true }} />}
    </fieldset>
  )
}

function Origins({ chosen, onChange }: { chosen: readonly MailOrigin[]; onChange: (next: MailOrigin[]) => void }) {
  const { t } = useLingui()
  const word = useLabels(originLabels)
  return (
    <fieldset className="flex flex-wrap gap-4">
      <legend className="sr-only">{t`Orders from`}</legend>
      {mailOrigins.map((origin) => (
        <label key={origin} className="flex min-h-6 items-center gap-2">
          <input
            type="checkbox"
            checked={chosen.includes(origin)}
            onChange={() => onChange(mailOrigins.filter((one) => (one === origin) !== chosen.includes(one)))}
          />
          {word(origin)}
        </label>
      ))}
    </fieldset>
  )
}

function Preview({ kind, body }: Parameters<typeof rulePreviewQuery>[0]) {
  const query = useQuery(rulePreviewQuery({ kind, body }))
  if (query.error) return <ErrorPanel {...failureOf(query.error)} />
  if (!query.data) return <div className="skeleton h-16 w-full" />
  return <Due items={query.data.items} />
}

function Due({ items }: { items: readonly DueMail[] }) {
  const { t } = useLingui()
  if (items.length === 0) {
    return (
      <p role="status" className="text-ink-2">
        <Trans>Nothing of the last 24 hours.</Trans>
      </p>
    )
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard (WCAG 2.1.1)
    <ul tabIndex={0} className="grid max-h-56 gap-1 overflow-y-auto" aria-label={t`What would be sent`}>
      {items.map(({ order_id, trip_id, about, company_name, address, late_minutes }) => (
        <li key={`${order_id} ${trip_id} ${late_minutes}`} className="flex gap-3">
          <span className="tnum w-28 shrink-0 font-medium">{about}</span>
          <span className="min-w-0 flex-1 truncate">
            {company_name} · {address ?? <span className="text-red">{t`no e-mail address`}</span>}
          </span>
          {late_minutes !== null && <span className="tnum text-red">+{minutesText(late_minutes)}</span>}
        </li>
      ))}
    </ul>
  )
}

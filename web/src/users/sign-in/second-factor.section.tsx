import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { faultsByPath, restOf } from '../../api/field-faults.ts'
import { usePermission } from '../../session/permission.ts'
import { configurationQuery, type SingleSettings, useSaveSettings } from '../../settings/configuration.queries.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/form/checkbox.tsx'
import { DayField } from '../../ui/form/day-field.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Users } from '../../ui/icons.tsx'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { Notice } from '../../ui/page/notice.tsx'
import { todayOf } from '../../ui/time/zone.ts'
import { usersQuery } from '../queries.ts'

/** Default number of days to set one up. */
const graceDays = 14

/** Whether everyone needs a second factor and from which day, and who lacks one. */
export function SecondFactorSection() {
  const query = useQuery({ ...configurationQuery, enabled: usePermission('setting.read') })
  // Held here: the form restarts with the saved values, and Undo still needs a response.
  const save = useSaveSettings()
  const settings = query.data?.settings
  return (
    <section aria-labelledby="required-factor" className="grid max-w-[560px] gap-3 border-b border-line pb-5">
      <h3 id="required-factor" className="font-semibold">
        <Trans>Second factor</Trans>
      </h3>
      {query.error !== null && settings === undefined && (
        <ErrorPanel {...failureOf(query.error)} onRetry={() => query.refetch()} />
      )}
      {settings === undefined && query.error === null && <div className="skeleton h-24" aria-busy="true" />}
      {settings && <RequireForm key={settings.second_factor_from} settings={settings} save={save} />}
      {usePermission('user.write') && <WithoutOne />}
    </section>
  )
}

function RequireForm({ settings, save }: { settings: SingleSettings; save: ReturnType<typeof useSaveSettings> }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const given = settings.second_factor_from
  const [isRequired, setIsRequired] = useState(given !== null)
  const [day, setDay] = useState(given ?? todayOf(new Date(Date.now() + graceDays * 86_400_000)))
  const [isSubmitted, setIsSubmitted] = useState(false)
  const isDay = /^\d{4}-\d\d-\d\d$/.test(day)
  const failure = save.error ? failureOf(save.error) : undefined
  const rest = restOf(failure, ['second_factor_from'])
  const wanted = isRequired ? day : null

  function submit() {
    setIsSubmitted(true)
    if (isRequired && !isDay) return
    save.mutate(
      { ...settings, second_factor_from: wanted },
      {
        onSuccess: () =>
          toasts.done(t`Settings saved`, {
            word: t`Undo`,
            run: () => save.mutate(settings, { onSuccess: () => toasts.done(t`Undone`) }),
          }),
      },
    )
  }

  return (
    <form
      aria-label={t`Second factor`}
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <CheckField isOn={isRequired} onChange={setIsRequired}>
        <Trans>Everyone needs a second factor</Trans>
      </CheckField>
      {isRequired && (
        <Field
          label={t`From`}
          fault={isSubmitted && !isDay ? t`Enter a day.` : faultsByPath(failure).second_factor_from}
        >
          {(input) => <DayField {...input} value={day} onChange={setDay} />}
        </Field>
      )}
      <p className="text-[12px] text-ink-3">
        <Trans>
          Until then everyone is reminded. From that day on, people without one set it up before they can go on, also
          where they are signed in already. API clients are not affected.
        </Trans>
      </p>
      {rest && <ErrorPanel {...rest} />}
      <div>
        <Button variant="brand" type="submit" disabled={wanted === given} isBusy={save.isPending}>
          <Trans>Save</Trans>
        </Button>
      </div>
    </form>
  )
}

/** Number of users without one, with a link to the list. */
function WithoutOne() {
  const users = useQuery(usersQuery).data?.items.filter(({ state }) => state !== 'DISABLED')
  if (users === undefined) return null
  const lacking = users.filter(({ has_second_factor }) => !has_second_factor).length
  return (
    <Notice icon={Users}>
      <Plural value={lacking} _0="Everyone has a second factor." one="# person has none." other="# people have none." />{' '}
      <Link to="/settings/users" className="font-medium text-brand-ink underline underline-offset-2">
        <Trans>Users and roles</Trans>
      </Link>
    </Notice>
  )
}

import { t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { type Failure, failureOf } from '../api/failure.ts'
import { knowsPasskeys, PasskeyCancelled } from '../session/passkeys.ts'
import { useLogin } from '../session/sign-in.queries.ts'
import { Field } from '../ui/form/field.tsx'
import { Building2, Smartphone } from '../ui/icons.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { faultsOf, firstFault, type LoginFaults, loginFaults, type TenantChoice, tenantChoices } from './check.ts'
import { Eye, EyeOff } from './icons.tsx'

/** All 401 responses have the same body, written for developers; this form explains what to check. */
function textOfCode(failure: Failure): { title: string; message: string } {
  if (failure.code === 'totp_required') {
    const message = failure.items.some(({ detail }) => detail === 'passkey')
      ? t`Use your passkey, or enter a code.`
      : t`Enter the 6-digit code from the app on your phone.`
    return { title: t`One more step`, message }
  }
  const title = failure.status === 401 ? t`Sign-in failed` : failure.title
  if (failure.code === 'totp_wrong') {
    return { title, message: t`Wrong or already used code. Wait for the next one.` }
  }
  if (failure.status !== 401) return { title, message: failure.message }
  return {
    title,
    message: t`Wrong e-mail or password. Check both, and Caps Lock.`,
  }
}

/**
 * E-mail address and password; organisation and second-factor code appear only when needed.
 * @param keepsSession keeps this browser's existing session in addition to the new one
 * @param onEmail receives the address as it is typed
 */
export function LoginForm({
  keepsSession,
  onDone,
  onEmail,
}: {
  keepsSession: boolean
  onDone: () => Promise<void>
  onEmail?: (email: string) => void
}) {
  const { t } = useLingui()
  const form = useRef<HTMLFormElement>(null)
  const { faults, failure, tenants, asksCode, takesPasskey, isPending, submit, choose, startOver, withPasskey } =
    useSignIn(form, { keepsSession, onDone })
  const asksTenant = tenants.length > 0
  useCursor(form, asksTenant, asksCode)
  return (
    <form ref={form} onSubmit={submit} noValidate className="flex flex-col gap-3.5" aria-label={t`Sign in`}>
      {failure !== undefined && <Refused failure={failure} />}
      <Field label={t`E-mail`} fault={faults.email}>
        {(field) => (
          <input
            {...field}
            name="email"
            type="email"
            autoComplete="username"
            spellCheck={false}
            onChange={(event) => {
              startOver()
              onEmail?.(event.target.value)
            }}
          />
        )}
      </Field>
      <PasswordField fault={faults.password} onChange={startOver} />
      {asksTenant && <TenantButtons tenants={tenants} onChoose={choose} />}
      {asksCode && (
        <Field label={t`Code`} fault={faults.code}>
          {(field) => <input {...field} name="code" inputMode="numeric" autoComplete="one-time-code" maxLength={20} />}
        </Field>
      )}
      {asksCode && takesPasskey && knowsPasskeys() && (
        <button type="button" className="btn btn-outline h-8 w-full" onClick={withPasskey}>
          <Trans>Use a passkey instead</Trans>
        </button>
      )}
      {!asksTenant && (
        <button type="submit" className="btn btn-brand mt-1 h-8 w-full" aria-disabled={isPending}>
          {isPending ? <Trans>Signing in…</Trans> : <Trans>Sign in</Trans>}
        </button>
      )}
    </form>
  )
}

/** Login requests, and what the server requires or rejects. */
function useSignIn(
  form: RefObject<HTMLFormElement | null>,
  { keepsSession, onDone }: { keepsSession: boolean; onDone: () => Promise<void> },
) {
  const login = useLogin()
  const [faults, setFaults] = useState<LoginFaults>({})
  const [failure, setFailure] = useState<Failure>()
  const [tenants, setTenants] = useState<TenantChoice[]>([])
  const [chosen, setChosen] = useState<string>()
  const [asksCode, setAsksCode] = useState(false)
  const [takesPasskey, setTakesPasskey] = useState(false)

  function showFaults(found: LoginFaults) {
    setFaults(found)
    const field = firstFault(found)
    if (field !== undefined) form.current?.querySelector<HTMLInputElement>(`[name=${field}]`)?.focus()
  }

  function onRefused(error: unknown) {
    const refused = failureOf(error)
    const offered = tenantChoices(refused)
    setTenants(offered)
    setFailure(offered.length > 0 ? undefined : refused)
    showFaults(faultsOf(refused))
    if (refused.code === 'totp_required') {
      setTakesPasskey(refused.items.some(({ detail }) => detail === 'passkey'))
      return setAsksCode(true)
    }
    if (refused.code === 'totp_wrong') return form.current?.querySelector<HTMLInputElement>('[name=code]')?.select()
    if (refused.status === 401) form.current?.querySelector<HTMLInputElement>('[name=password]')?.select()
  }

  async function send(tenantSlug: string | undefined, hasPasskey = false) {
    if (login.isPending || form.current === null) return
    const data = new FormData(form.current)
    const [email, password, code] = ['email', 'password', 'code'].map((name) => String(data.get(name) ?? ''))
    const found = loginFaults(email!, password!)
    setFailure(undefined)
    showFaults(found)
    if (firstFault(found) !== undefined) return
    try {
      await login.mutateAsync({
        ...{ email: email!, password: password!, code: code!.trim() },
        ...{ tenantSlug, keepsSession, hasPasskey },
      })
    } catch (error) {
      if (!(error instanceof PasskeyCancelled)) onRefused(error)
      return
    }
    await onDone()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    void send(chosen)
  }

  /** An earlier choice belonged to other credentials. */
  function startOver() {
    setTenants([])
    setChosen(undefined)
    setAsksCode(false)
  }

  /** Signs in to the selected organisation. */
  function choose(slug: string) {
    setChosen(slug)
    void send(slug)
  }

  return {
    ...{ faults, failure, tenants, asksCode, takesPasskey, isPending: login.isPending, submit, choose, startOver },
    withPasskey: () => void send(chosen, true),
  }
}

/**
 * Focuses the address first, and the organisations or code once requested. When neither is requested any more, the
 * focus stays because the user is typing.
 */
function useCursor(form: RefObject<HTMLFormElement | null>, asksTenant: boolean, asksCode: boolean): void {
  useEffect(() => form.current?.querySelector<HTMLInputElement>('[name=email]')?.focus(), [form])
  useEffect(() => {
    if (asksCode) form.current?.querySelector<HTMLInputElement>('[name=code]')?.focus()
    else if (asksTenant) form.current?.querySelector<HTMLElement>('[data-tenant]')?.focus()
  }, [form, asksTenant, asksCode])
}

/** Why signing in is not complete. A request for the code is not an error. */
function Refused({ failure }: { failure: Failure }) {
  const { title, message } = textOfCode(failure)
  if (failure.code !== 'totp_required') {
    return <ErrorPanel title={title} message={message} requestId={failure.requestId} />
  }
  return (
    <div role="status">
      <Notice icon={Smartphone}>
        <p className="font-semibold">{title}</p>
        <p className="text-ink-2">{message}</p>
      </Notice>
    </div>
  )
}

function PasswordField({ fault, onChange }: { fault: string | undefined; onChange: () => void }) {
  const { t } = useLingui()
  const [isShown, setIsShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <Field
      label={t`Password`}
      fault={fault}
      side={
        <button
          type="button"
          className="flex h-6 items-center gap-1 rounded-md px-1 text-[12px] text-ink-2 hover:text-ink"
          aria-pressed={isShown}
          onClick={() => setIsShown(!isShown)}
        >
          <Icon size={13} aria-hidden="true" />
          {isShown ? <Trans context="password">Hide</Trans> : <Trans context="password">Show</Trans>}
        </button>
      }
    >
      {(field) => (
        <input
          {...field}
          name="password"
          type={isShown ? 'text' : 'password'}
          autoComplete="current-password"
          spellCheck={false}
          onChange={onChange}
        />
      )}
    </Field>
  )
}

/** Organisations that accept these credentials; one press signs in. */
function TenantButtons({ tenants, onChoose }: { tenants: readonly TenantChoice[]; onChoose: (slug: string) => void }) {
  return (
    <fieldset className="grid gap-1.5">
      <legend className="pb-1.5 font-medium">
        <Trans>Choose an organisation</Trans>
      </legend>
      {tenants.map(({ slug, name }) => (
        <button
          key={slug}
          type="button"
          data-tenant={slug}
          className="btn btn-outline h-8 w-full justify-start"
          onClick={() => onChoose(slug)}
        >
          <Building2 size={14} aria-hidden="true" />
          <span className="min-w-0 truncate">{name}</span>
        </button>
      ))}
    </fieldset>
  )
}

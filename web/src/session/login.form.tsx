import { Eye, EyeOff } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type Failure, failureOf } from '../shell/failure.ts'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { Field } from '../ui/field.tsx'
import { faultsOf, firstFault, type LoginFaults, loginFaults } from './login-check.ts'
import { useLogin } from './session.queries.ts'

/** Every 401 has one and the same body, written for programs; a person at this form is told what to look at. */
function messageOf(failure: Failure): string {
  if (failure.status !== 401) return failure.message
  return 'The e-mail address or the password is not right. Check both, and whether Caps Lock is on.'
}

function titleOf(failure: Failure): string {
  if (failure.status === 401) return 'Signing in did not work'
  if (failure.code === 'tenant_required') return 'Which company?'
  return failure.title
}

/** E-mail address and password; the company is asked for only when the address has accounts in several. */
export function LoginForm({ onDone }: { onDone: () => Promise<void> }) {
  const login = useLogin()
  const form = useRef<HTMLFormElement>(null)
  const [faults, setFaults] = useState<LoginFaults>({})
  const [failure, setFailure] = useState<Failure>()
  const [asksTenant, setAsksTenant] = useState(false)
  const [showsPassword, setShowsPassword] = useState(false)

  // The cursor starts at the address, and goes to the company once that is asked for.
  useEffect(() => {
    const name = asksTenant ? 'tenant_slug' : 'email'
    form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus()
  }, [asksTenant])

  function showFaults(found: LoginFaults) {
    setFaults(found)
    const field = firstFault(found)
    if (field !== undefined) form.current?.querySelector<HTMLInputElement>(`[name=${field}]`)?.focus()
  }

  function onRefused(error: unknown) {
    const refused = failureOf(error)
    setFailure(refused)
    if (refused.code === 'tenant_required') setAsksTenant(true)
    showFaults(faultsOf(refused))
    if (refused.status === 401) form.current?.querySelector<HTMLInputElement>('[name=password]')?.select()
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (login.isPending) return
    const data = new FormData(event.currentTarget)
    const email = String(data.get('email') ?? '')
    const password = String(data.get('password') ?? '')
    const found = loginFaults(email, password)
    setFailure(undefined)
    showFaults(found)
    if (firstFault(found) !== undefined) return
    try {
      await login.mutateAsync({ email, password, tenantSlug: String(data.get('tenant_slug') ?? '').trim() })
    } catch (error) {
      onRefused(error)
      return
    }
    await onDone()
  }

  return (
    <form ref={form} onSubmit={onSubmit} noValidate className="flex flex-col gap-3.5" aria-label="Sign in">
      {failure !== undefined && (
        <ErrorPanel title={titleOf(failure)} message={messageOf(failure)} requestId={failure.requestId} />
      )}
      <Field label="E-mail" fault={faults.email}>
        {(field) => <input {...field} name="email" type="email" autoComplete="username" spellCheck={false} />}
      </Field>
      <Field
        label="Password"
        fault={faults.password}
        side={
          <button
            type="button"
            className="flex h-6 items-center gap-1 rounded-md px-1 text-[12px] text-ink-2 hover:text-ink"
            aria-pressed={showsPassword}
            onClick={() => setShowsPassword(!showsPassword)}
          >
            {showsPassword ? <EyeOff size={13} aria-hidden="true" /> : <Eye size={13} aria-hidden="true" />}
            {showsPassword ? 'Hide' : 'Show'}
          </button>
        }
      >
        {(field) => (
          <input
            {...field}
            name="password"
            type={showsPassword ? 'text' : 'password'}
            autoComplete="current-password"
            spellCheck={false}
          />
        )}
      </Field>
      {asksTenant && (
        <Field label="Company" fault={faults.tenant_slug}>
          {(field) => <input {...field} name="tenant_slug" autoComplete="organization" spellCheck={false} />}
        </Field>
      )}
      <button type="submit" className="btn btn-brand mt-1 h-8 w-full" aria-disabled={login.isPending}>
        {login.isPending ? 'Signing in…' : 'Sign in'}
      </button>
    </form>
  )
}

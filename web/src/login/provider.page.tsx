import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type Failure, failureOf } from '../api/failure.ts'
import { knowsPasskeys, PasskeyCancelled } from '../session/passkeys.ts'
import { useProviderAnswer } from '../session/provider.queries.ts'
import { usePageTitle } from '../shell/page-title.ts'
import { TextField } from '../ui/form/text-field.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { useFirstField } from './first-field.ts'
import { OutsideCard, ToLogin } from './outside-card.tsx'
import { returnPath } from './return-path.ts'

/** Callback page of providers: signs in with the URL's parameters and continues. */
export function ProviderPage() {
  const { t } = useLingui()
  usePageTitle(t`Sign in`)
  const router = useRouter()
  const navigate = useNavigate()
  // The raw query string: the router would parse values as numbers.
  const [answer] = useState(() => router.history.location.search.replace(/^\?/, ''))
  const { take, confirm } = useProviderAnswer()
  const isSent = useRef(false)

  function goOn({ return_to }: { return_to: string | null }) {
    void navigate({ href: returnPath(return_to ?? undefined), replace: true })
  }

  useEffect(() => {
    // The response is used once, regardless of re-renders.
    if (isSent.current) return
    isSent.current = true
    take.mutate(answer, { onSuccess: goOn })
  })

  const failure = take.error ? failureOf(take.error) : undefined
  if (failure?.code === 'totp_required') {
    const isCancelled = confirm.error instanceof PasskeyCancelled
    const wrong = confirm.error && !isCancelled ? failureOf(confirm.error) : undefined
    return (
      <OutsideCard title={<Trans>One more step</Trans>}>
        <CodeForm
          failure={wrong}
          takesPasskey={failure.items.some(({ detail }) => detail === 'passkey') && knowsPasskeys()}
          isPending={confirm.isPending}
          onCode={(code) => confirm.mutate(code, { onSuccess: goOn })}
        />
        {wrong !== undefined && !['totp_wrong', 'passkey_refused'].includes(wrong.code ?? '') && <ToLogin />}
      </OutsideCard>
    )
  }
  return (
    <OutsideCard title={<Trans>Sign in</Trans>}>
      {failure === undefined ? (
        <p role="status" className="text-ink-2">
          <Trans>Signing in…</Trans>
        </p>
      ) : (
        <>
          <ErrorPanel title={t`Sign-in failed`} message={failure.message} requestId={failure.requestId} />
          <ToLogin />
        </>
      )}
    </OutsideCard>
  )
}

/** Second-factor code after the provider's confirmation. */
function CodeForm({
  failure,
  takesPasskey,
  isPending,
  onCode,
}: {
  failure: Failure | undefined
  takesPasskey: boolean
  isPending: boolean
  onCode: (code: string | 'passkey') => void
}) {
  const { t } = useLingui()
  const form = useFirstField()
  const [code, setCode] = useState('')
  const isWrong = failure?.code === 'totp_wrong'

  function submit(event: FormEvent) {
    event.preventDefault()
    if (code.trim() !== '' && !isPending) onCode(code.trim())
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-3.5" aria-label={t`Sign in`}>
      {failure && !isWrong && <ErrorPanel {...failure} />}
      <p className="text-ink-2">
        {takesPasskey ? (
          <Trans>Use your passkey, or enter a code.</Trans>
        ) : (
          <Trans>Enter the 6-digit code from the app on your phone.</Trans>
        )}
      </p>
      <TextField
        label={t`Code`}
        fault={isWrong ? t`Wrong or already used code. Wait for the next one.` : undefined}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        value={code}
        onChange={setCode}
      />
      <button type="submit" className="btn btn-brand h-8 w-full" aria-disabled={isPending}>
        <Trans>Sign in</Trans>
      </button>
      {takesPasskey && (
        <button
          type="button"
          className="btn btn-outline h-8 w-full"
          aria-disabled={isPending}
          onClick={() => !isPending && onCode('passkey')}
        >
          <Trans>Use a passkey instead</Trans>
        </button>
      )}
    </form>
  )
}

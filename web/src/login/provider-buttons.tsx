import type { OfferedProvider } from '@cartage/contract/auth/app/provider-sign-in'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { type Departure, providersQuery, useOpenProvider } from '../session/provider.queries.ts'
import { KeyRound } from '../ui/icons.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'

/** Pause in typing before the domain is looked up, in milliseconds. */
const pauseMs = 300

/** Domain of a partly typed address; undefined without one. */
export function typedDomain(email: string): string | undefined {
  return /^\s*[^\s@]+@([^\s@.]+(?:\.[^\s@.]+)+)\s*$/.exec(email)?.[1]?.toLowerCase()
}

interface ButtonsProps {
  /** E-mail address as typed so far. */
  email: string
  /** Provider preset by a link. */
  providerId: string | undefined
  /** Parameters passed on to the provider. */
  departure: Omit<Departure, 'provider_id' | 'email'>
}

/** Sign-in buttons for providers of the address's domain, or for the link's provider. */
export function ProviderButtons({ email, providerId, departure }: ButtonsProps) {
  const domain = useSteadyDomain(email)
  const linked = useQuery({ ...providersQuery({ providerId: providerId ?? '' }), enabled: providerId !== undefined })
  const found = useQuery({ ...providersQuery({ domain: domain ?? '' }), enabled: domain !== undefined })
  const open = useOpenProvider()
  const offered = uniqueOf([...(linked.data?.items ?? []), ...(domain === undefined ? [] : (found.data?.items ?? []))])
  if (offered.length === 0) return null
  return (
    <div className="grid gap-1.5" aria-live="polite">
      {open.error && <ErrorPanel {...failureOf(open.error)} />}
      {offered.map((provider) => (
        <button
          key={provider.provider_id}
          type="button"
          className="btn btn-outline h-8 w-full"
          aria-disabled={open.isPending}
          onClick={() =>
            open.mutate({
              ...departure,
              provider_id: provider.provider_id,
              ...(email.trim() && { email: email.trim() }),
            })
          }
        >
          <KeyRound size={14} aria-hidden="true" />
          <span className="min-w-0 truncate">
            <Trans>Continue with {provider.label}</Trans>
          </span>
          {offered.length > 1 && <span className="min-w-0 truncate text-ink-3">{provider.organisation}</span>}
        </button>
      ))}
      {offered.some(({ is_only_way }) => is_only_way) && (
        <p className="text-[12px] text-ink-2">
          <Trans>This organisation signs in this way only; passwords work for Super admins.</Trans>
        </p>
      )}
    </div>
  )
}

function uniqueOf(providers: readonly OfferedProvider[]): OfferedProvider[] {
  return [...new Map(providers.map((provider) => [provider.provider_id, provider])).values()]
}

/** Typed domain, once typing pauses. */
function useSteadyDomain(email: string): string | undefined {
  const domain = typedDomain(email)
  const [steady, setSteady] = useState(domain)
  useEffect(() => {
    const timer = setTimeout(() => setSteady(domain), pauseMs)
    return () => clearTimeout(timer)
  }, [domain])
  return steady
}

import type { getCarrierLogo, getPortalLogo, getTrackingLogo } from '@cartage/contract/doors/app/logos'
import type { DoorLanguage } from '@cartage/contract/reading/languages'
import { useLingui } from '@lingui/react/macro'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { callDoor, isLinkOver } from '../door.queries.ts'
import { followLink } from '../language.ts'
import { DoorFrame } from './frame.tsx'
import { DoorNotice } from './notice.tsx'
import { RefusedLink } from './refused.tsx'

type LogoEndpoint = typeof getTrackingLogo | typeof getCarrierLogo | typeof getPortalLogo

interface OpenedProps<Data> {
  query: UseQueryResult<Data>
  /** Endpoint for the haulier's logo (LINK-7). */
  logo: LogoEndpoint
  isWide?: boolean
  children: (data: Data) => ReactNode
}

/** Content of a link in the link's language once loaded; an explanation if it does not open. */
export function Opened<Data extends { sender: string; language: DoorLanguage | null }>(props: OpenedProps<Data>) {
  const { t } = useLingui()
  const { query, logo, isWide, children } = props
  const { data, error } = query
  const language = data?.language
  const [isSpoken, setSpoken] = useState(false)
  useEffect(() => {
    if (language !== undefined) void followLink(language).then(() => setSpoken(true))
  }, [language])
  const image = useQuery({
    queryKey: ['logo'],
    queryFn: () => callDoor(logo, {}),
    enabled: data !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  }).data?.image
  if (isLinkOver(error)) return <RefusedLink />
  if (data !== undefined && isSpoken)
    return (
      <DoorFrame sender={data.sender} logo={image} isWide={isWide}>
        {children(data)}
      </DoorFrame>
    )
  return (
    <DoorFrame isWide={isWide}>
      {error ? (
        <>
          <DoorNotice
            tone="red"
            title={t`The page could not be loaded.`}
            text={t`Check the connection and try again.`}
          />
          <button type="button" className="door-button door-button-outline" onClick={() => void query.refetch()}>
            {t`Try again`}
          </button>
        </>
      ) : (
        <div aria-hidden="true" className="door-card h-40 animate-pulse" />
      )}
    </DoorFrame>
  )
}

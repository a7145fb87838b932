import { createContext, type ReactNode, type RefObject, useContext, useRef } from 'react'

type PlaceRef = RefObject<HTMLDivElement | null>

const Place = createContext<PlaceRef | undefined>(undefined)

/** Where menus, lists of choices and tooltips opened from here are drawn; undefined for the end of the page. */
export function usePopupPlace(): PlaceRef | undefined {
  return useContext(Place)
}

/**
 * Draws what opens over the page from in here at the end of this landmark or dialog. At the end of the page it would
 * belong to no landmark, and users who go from landmark to landmark would miss it.
 */
export function PopupPlace({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  return (
    <Place value={place}>
      {children}
      <div ref={place} data-popups="" />
    </Place>
  )
}

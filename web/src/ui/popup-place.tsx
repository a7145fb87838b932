import { createContext, type ReactNode, type RefObject, useContext, useRef } from 'react'

type PlaceRef = RefObject<HTMLDivElement | null>

const Place = createContext<PlaceRef | undefined>(undefined)

/** Container for menus, lists and tooltips opened here. Undefined for the end of the page. */
export function usePopupPlace(): PlaceRef | undefined {
  return useContext(Place)
}

/**
 * Renders popups opened here at the end of this landmark or dialog. At the end of the page they would belong to no
 * landmark, and users navigating by landmarks would miss them.
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

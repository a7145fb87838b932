import type { Line, Point } from './shapes.ts'

interface Geometry {
  type: string
  arcs?: unknown
  geometries?: Geometry[]
}

/** TopoJSON file: shared lines of neighbours, and shapes that reference them. */
export interface Topology {
  arcs: [number, number][][]
  transform: { scale: [number, number]; translate: [number, number] }
  objects: Record<string, Geometry>
}

/** The topology with its arcs in degrees. */
export function arcsOf(topology: Topology): Topology {
  const { scale, translate } = topology.transform
  const arcs = topology.arcs.map((arc) => {
    let [x, y] = [0, 0]
    return arc.map(([dx, dy]): [number, number] => {
      x += dx
      y += dy
      return [x * scale[0] + translate[0], y * scale[1] + translate[1]]
    })
  })
  return { ...topology, arcs }
}

/** Rings of all polygons of an object. */
export function polygonsOf(topology: Topology, name: string): Line[][] {
  return flat(topology.objects[name]!).flatMap(({ type, arcs }) => {
    const polygons = type === 'Polygon' ? [arcs as number[][]] : (arcs as number[][][])
    return polygons.map((rings) => rings.map((ring) => joined(topology, ring)))
  })
}

/** Lines shared by two shapes of an object: borders, but no coasts. */
export function meshOf(topology: Topology, name: string): Line[] {
  const uses = new Map<number, number>()
  for (const { arcs } of flat(topology.objects[name]!)) {
    for (const index of (arcs as unknown[]).flat(3) as number[]) {
      const arc = index < 0 ? ~index : index
      uses.set(arc, (uses.get(arc) ?? 0) + 1)
    }
  }
  return [...uses].filter(([, times]) => times > 1).map(([arc]) => topology.arcs[arc]!)
}

function flat({ geometries, ...one }: Geometry): Geometry[] {
  return geometries === undefined ? (one.arcs === undefined ? [] : [one]) : geometries.flatMap(flat)
}

function joined({ arcs }: Topology, ring: readonly number[]): Line {
  const points: Point[] = []
  for (const index of ring) {
    const arc = index < 0 ? [...arcs[~index]!].reverse() : arcs[index]!
    points.push(...(points.length > 0 ? arc.slice(1) : arc))
  }
  return points
}

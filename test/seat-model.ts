import type { Room } from '#core/exam-windows/seats.ts'
import type { ModelWindow, RegisterModel } from './register-model.ts'

/** The seats of students in the windows of a model; each seat is asked for on its own. */
export function createSeatModel(model: RegisterModel) {
  const rooms = new Map<string, readonly Room[]>()
  /** By window: "Lab 1, seat 3" by student. */
  const seats = new Map<string, Map<string, string>>()

  const getOwn = ({ id }: ModelWindow) => seats.get(id) ?? new Map<string, string>()
  const listPlaces = ({ id }: ModelWindow) =>
    (rooms.get(id) ?? []).flatMap(({ name, seats: count }) =>
      Array.from({ length: count }, (_, index) => `${name}, seat ${index + 1}`),
    )

  function seat(window: ModelWindow) {
    const places = listPlaces(window)
    const present = Object.keys(model.list(window)?.states ?? {})
    const own = getOwn(window)
    for (const [id, place] of own)
      if (!present.includes(id) || !places.includes(place)) own.delete(id)
    // The students of a model are numbered as their names are.
    for (const { id } of model.students) {
      const free = places.find((place) => ![...own.values()].includes(place))
      if (free && present.includes(id) && !own.has(id)) own.set(id, free)
    }
    seats.set(window.id, own)
  }

  return {
    setRooms(window: ModelWindow, some: readonly Room[]) {
      rooms.set(window.id, some)
      if (some.length === 0) seats.delete(window.id)
    },

    /** After each event. */
    follow() {
      for (const window of model.windows)
        if (!window.isRemoved && model.getNow() < window.closesAt) seat(window)
    },

    list: getOwn,
  }
}

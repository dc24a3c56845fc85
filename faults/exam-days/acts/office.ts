import { forgotPassword } from '#contract/accounts.ts'
import * as batches from '#contract/batches.ts'
import { retryFailedEmails } from '#contract/email-log.ts'
import * as enquiries from '#contract/enquiries.ts'
import { markIdentity } from '#contract/identity.ts'
import { postponeRegistrations } from '#contract/incomplete-registrations.ts'
import { printSlips, sendLoginDetails } from '#contract/login-details.ts'
import * as staffList from '#contract/staff.ts'
import { addStudent, importStudents } from '#contract/student-import.ts'
import * as students from '#contract/students.ts'
import { staffRoleNames } from '#core/accounts/permissions.ts'
import { expectSame, Finding } from '../finding.ts'
import type { Institute } from '../institute.ts'
import type { Acts } from './act.ts'

const days = { startDate: '2026-10-05', endDate: '2027-04-02' }
const maxStudents = 8

/** Students whom the office has added, who do not come on this day. */
async function importRows(institute: Institute, count: number, batchId: string | null) {
  const rows = Array.from({ length: count }, (_, index) => {
    const number = institute.count()
    return {
      line: index + 2,
      name: `Added ${number}`,
      email: `added${number}@example.com`,
      course: 'php',
      rollNumber: `R-${number}`,
    }
  })
  const body = { rows, batchId, deliver: 'mail' as const }
  const { office } = institute.staff
  const { status } = await office.call(importStudents, { body })
  if (status !== 201) return
  const { json } = await office.call(students.listStudents, { query: { search: 'Added' } })
  const members =
    batchId && (await office.call(batches.listBatchStudents, { params: { id: batchId } }))
  for (const row of rows) {
    const found = json.find(({ email }) => email === row.email)
    expectSame(`roll number of ${row.email}`, found?.rollNumber, row.rollNumber)
    if (members && !members.json.some(({ _id }) => _id === found?._id))
      throw new Finding(`${row.email} is not in the batch of the import`)
  }
}

async function findOthers({ staff, students: known }: Institute) {
  const { json } = await staff.owner.call(students.listStudents, { query: {} })
  return json.filter(({ _id }) => !known.some(({ id }) => id === _id))
}

export const officeActs: Acts = {
  'makes a batch': {
    weight: 2,
    async run(institute, pick) {
      const name = `Batch ${institute.batches.length}`
      const body = { name, course: 'react js', ...days, seats: 1 + pick.nat(9) } as const
      const { status, json } = await institute.staff.office.call(batches.createBatch, { body })
      if (status === 201) institute.batches.push(json.batch._id)
    },
  },
  'changes a batch': {
    weight: 1,
    async run(institute, pick) {
      const id = pick.of(institute.batches)
      if (!id) return
      const body = pick.flag() ? { seats: pick.nat(9) + 1 } : { name: `Evening ${pick.nat(3)}` }
      await institute.staff.office.call(batches.updateBatch, { params: { id }, body })
    },
  },
  'adds students to a batch': {
    weight: 4,
    async run(institute, pick) {
      const id = pick.of(institute.batches)
      const studentIds = pick.some(institute.students).map((student) => student.id)
      if (!id) return
      const params = { id }
      await institute.staff.office.call(batches.addBatchStudents, { params, body: { studentIds } })
    },
  },
  'takes students out of a batch': {
    weight: 2,
    async run(institute, pick) {
      const id = pick.of(institute.batches)
      const moveTo = pick.flag() ? pick.of(institute.batches) : undefined
      const studentIds = pick.some(institute.students).map((student) => student.id)
      if (!id) return
      const body = { studentIds, ...(moveTo && { moveTo }) }
      await institute.staff.office.call(batches.removeBatchStudents, { params: { id }, body })
    },
  },
  'deletes or restores a batch': {
    weight: 2,
    async run({ batches: known, staff }, pick) {
      const id = pick.of(known)
      const call = pick.flag() ? batches.deleteBatch : batches.restoreBatch
      if (id) await staff.office.call(call, { params: { id } })
    },
  },
  'deletes students': {
    weight: 1,
    async run(institute, pick) {
      const ids = pick.some(institute.students).slice(0, 2)
      const body = { ids: ids.map(({ id }) => id) }
      await institute.staff.office.call(students.deleteStudents, { body })
    },
  },
  'restores students': {
    weight: 3,
    async run({ staff }, pick) {
      const { json } = await staff.office.call(students.listDeletedStudents)
      const ids = pick.some(json).map(({ _id }) => _id)
      if (ids.length > 0) await staff.office.call(students.restoreStudents, { body: { ids } })
    },
  },
  'erases a deleted student': {
    weight: 1,
    async run({ staff }, pick) {
      const { json } = await staff.owner.call(students.listDeletedStudents)
      const deleted = pick.of(json)
      if (!deleted) return
      const { _id: id, name } = deleted
      await staff.owner.call(students.eraseStudent, { params: { id }, body: { name } })
    },
  },
  'changes a student': {
    weight: 3,
    async run(institute, pick) {
      const student = pick.of(institute.students)
      if (!student) return
      const params = { id: student.id }
      const { office, owner } = institute.staff
      const change = pick.nat(3)
      if (change === 0) {
        const email = `moved${institute.count()}@example.com`
        const reply = await office.call(students.updateStudent, { params, body: { email } })
        if (reply.status === 200) student.email = email
        return
      }
      const body =
        change === 1
          ? { extraTimePercent: pick.nat(2) * 25 }
          : change === 2
            ? { rollNumber: `R${pick.nat(7)}` }
            : { fees: pick.nat(3) * 1000 }
      await owner.call(students.updateStudent, { params, body })
    },
  },
  'a student joins': {
    weight: 1,
    async run(institute, pick) {
      if (institute.students.length >= maxStudents) return
      await institute.addStudent(pick.flag() ? 'Priya Nair' : `New ${institute.count()}`)
    },
  },
  'imports students': {
    weight: 2,
    run: (institute, pick) =>
      importRows(institute, 1 + pick.nat(2), pick.of([null, ...institute.batches]) ?? null),
  },
  'adds a student': {
    weight: 1,
    async run(institute, pick) {
      const number = institute.count()
      const body = {
        name: 'Nila Menon',
        email: `nila${number}@example.com`,
        phone: '98200 11223',
        course: 'php' as const,
        batchId: pick.of([null, ...institute.batches]) ?? null,
        deliver: pick.flag() ? ('slips' as const) : ('mail' as const),
      }
      await institute.staff.office.call(addStudent, { body })
    },
  },
  'hands out login details': {
    weight: 1,
    async run(institute, pick) {
      const other = pick.of(await findOthers(institute))
      if (!other) return
      const { office } = institute.staff
      if (pick.flag()) {
        const body = { deliver: pick.flag() ? ('mail' as const) : ('show' as const) }
        await office.call(sendLoginDetails, { params: { id: other._id }, body })
        return
      }
      const body = { of: { ids: [other._id] }, onlyWaiting: pick.flag() }
      await office.call(printSlips, { body })
    },
  },
  'postpones a registration': {
    weight: 1,
    async run(institute, pick) {
      const ids = pick.some(await findOthers(institute)).map(({ _id }) => _id)
      const body = { ids, isPostponed: pick.flag() }
      if (ids.length > 0) await institute.staff.office.call(postponeRegistrations, { body })
    },
  },
  'checks an identity': {
    weight: 1,
    async run({ staff, students: known }, pick) {
      const id = pick.of(known)?.id ?? ''
      await staff.office.call(markIdentity, { params: { id }, body: { checked: pick.flag() } })
    },
  },
  'a student forgets the password': {
    weight: 1,
    async run(institute, pick) {
      const body = { email: pick.of(institute.students)?.email ?? '' }
      await institute.staff.office.call(forgotPassword, { body })
    },
  },
  'a visitor asks': {
    weight: 1,
    async run(institute) {
      const number = institute.count()
      const body = {
        name: `Visitor ${number}`,
        email: `visitor${number}@example.com`,
        contact: '98200 55667',
        course: 'Full Stack Development' as const,
      }
      await institute.staff.office.call(enquiries.sendEnquiry, { body })
    },
  },
  'sees to an enquiry': {
    weight: 1,
    async run({ staff }, pick) {
      const { json } = await staff.office.call(enquiries.listEnquiries)
      const id = pick.of(json)?._id
      if (!id) return
      if (pick.nat(3) === 3)
        return staff.owner.call(enquiries.eraseEnquiries, { body: { ids: [id] } })
      const body = { handled: pick.flag() }
      await staff.office.call(enquiries.markEnquiry, { params: { id }, body })
    },
  },
  'tries failed emails again': {
    weight: 1,
    run: ({ staff }) => staff.office.call(retryFailedEmails),
  },
  'changes the staff': {
    weight: 2,
    async run(institute, pick) {
      const { owner } = institute.staff
      const { json } = await owner.call(staffList.listStaff)
      const others = json.filter(({ email }) => email.startsWith('colleague'))
      const member = pick.of(others)
      const role = pick.of(staffRoleNames) ?? 'office'
      if (!member || (others.length < 3 && pick.nat(3) === 3)) {
        const email = `colleague${institute.count()}@example.com`
        await owner.call(staffList.inviteStaff, { body: { name: 'Nandini Rao', email, role } })
        return
      }
      const { _id: id, version: basedOn } = member
      const change = pick.nat(2)
      if (change === 0) {
        await owner.call(staffList.changeStaffRole, { params: { id }, body: { role, basedOn } })
      } else if (change === 1) {
        const body = { disabled: pick.flag(), basedOn }
        await owner.call(staffList.disableStaff, { params: { id }, body })
      } else await owner.call(staffList.endStaffSessions, { params: { id } })
    },
  },
}

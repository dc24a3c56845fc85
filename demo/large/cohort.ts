import type Sqlite from 'better-sqlite3'
import { enquiryCourses } from '#contract/enquiries.ts'
import { courses, referrals } from '#core/students/registration.ts'
import { buildParentKey, toDigits } from '#core/students/student-search.ts'
import { buildSearchKey } from '#core/text.ts'
import { day, hour } from '../calendar.ts'
import { adminEmail, studentEmail } from '../logins.ts'
import * as lists from '../names.ts'
import type { Random } from '../random.ts'
import { createPhone } from '../students.ts'
import { createInserter } from './create-inserter.ts'

const firstNames = {
  female:
    'Aarti Aditi Aishwarya Akanksha Amruta Anjali Ankita Asha Bhavana Chitra Deepa Divya Fatima Gayatri Harpreet Isha Jyoti Kavya Kiran Lakshmi Madhuri Meera Mitali Nandini Neha Nikita Nisha Pallavi Pooja Prachi Priya Rekha Ritu Sakshi Sana Sangeeta Shalini Shreya Simran Sneha Sonal Sunita Swati Tanvi Trupti Uma Vaishali Vandana Vidya Zoya'.split(
      ' ',
    ),
  male: 'Abhishek Aditya Ajay Akash Amit Aniket Anil Arjun Ashish Chetan Deepak Farhan Gaurav Ganesh Harish Imran Jatin Karan Karthik Kunal Lokesh Mahesh Manish Manoj Mohit Nikhil Nitin Omkar Pankaj Pranav Prashant Rahul Rajesh Ravi Rohan Rohit Sachin Sameer Sandeep Sanjay Saurabh Shubham Siddharth Suraj Tushar Varun Vikas Vikram Vinod Yash'.split(
    ' ',
  ),
} as const
const lastNames =
  'Agarwal Ansari Babu Banerjee Bhat Bhosale Chauhan Chavan Das Desai Deshmukh Deshpande Fernandes Gaikwad Ghosh Gill Gokhale Gupta Hegde Iyer Jadhav Jain Joshi Kadam Kale Kamble Kaur Khan Kulkarni Kumar Mali Malhotra Mehta Menon More Mishra Naik Nair Pandey Patel Patil Pawar Pillai Prasad Qureshi Rajput Rane Rao Rathore Reddy Roy Sawant Saxena Shah Shaikh Sharma Shetty Shinde Singh Sinha Subramanian Thakur Thomas Tiwari Tripathi Varma Verma Wagh Yadav'.split(
    ' ',
  )

export type CohortMember = {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly registeredAt: number
  /** From 0 to 1. */
  readonly ability: number
}

type AddCohortInput = {
  readonly random: Random
  readonly newId: () => string
  readonly now: number
  /** The hash of the one password that all share. */
  readonly passwordHash: string
  readonly count: number
}

/** An admin and `count` students, registered over two years, the oldest first. */
export function addCohort(sqlite: Sqlite.Database, input: AddCohortInput): CohortMember[] {
  const { random, newId, now, passwordHash, count } = input
  const addAccount = createInserter(sqlite, 'accounts')
  const addStudent = createInserter(sqlite, 'students')
  const emptyCredentials = {
    one_time_hash: null,
    one_time_expires_at: null,
    must_change_at: null,
    password_changed_at: null,
    second_factor_at: null,
    second_factor_asked_at: null,
    second_factor_notice_at: null,
  } as const
  const accountDefaults = {
    ...emptyCredentials,
    staff_role: null,
    disabled_at: null,
    disabled_by: null,
    deleted_at: null,
    password_hash: passwordHash,
  } as const
  const since = now - 730 * day
  addAccount({
    ...accountDefaults,
    id: newId(),
    role: 'admin',
    staff_role: 'owner',
    email: adminEmail,
    name: 'Admin',
    created_at: since,
  })

  const members: CohortMember[] = []
  for (let index = 0; index < count; index++) {
    const gender = random.pick(['female', 'male'] as const)
    const isDemoStudent = index === 0
    const name = isDemoStudent
      ? 'Priya Nair'
      : `${random.pick(firstNames[gender])} ${random.pick(lastNames)}`
    const email = isDemoStudent
      ? studentEmail
      : `${name.toLowerCase().replace(' ', '.')}.${index}@demo.example`
    const registeredAt = Math.round(since + ((730 * day - hour) * index) / count)
    const id = newId()
    addAccount({ id, role: 'student', email, name, created_at: registeredAt, ...accountDefaults })
    const details = createDetails(random, name)
    addStudent({
      ...details,
      phone_key: toDigits(details.phone),
      parent_key: buildParentKey(details),
      version: 1,
      id,
      name,
      name_key: buildSearchKey(name),
      email,
      gender,
      terms_version: '2026-11',
      terms_accepted_at: registeredAt,
      consent_notice_version: '2026-11',
      consent_language: 'en',
      consent_at: registeredAt,
      guardian_consent_name: null,
      guardian_consent_at: null,
      desk_identity_at: null,
      created_at: registeredAt,
      deleted_at: null,
      start_date: new Date(registeredAt + 9 * day).toISOString().slice(0, 10),
    })
    members.push({ id, name, email, registeredAt, ability: 0.3 + 0.65 * random.next() })
  }
  return members
}

function createDetails(random: Random, name: string) {
  const isProfessional = random.next() < 0.25
  const year = random.between(isProfessional ? 1985 : 1998, isProfessional ? 1998 : 2006)
  const home = `${random.between(1, 140)}, ${random.pick(lists.homes)}`
  const referral = random.pick(referrals)
  const course = random.next() < 0.6 ? 'full stack' : random.pick(courses)
  return {
    phone: createPhone(random),
    dob: `${random.between(10, 28)}-${random.between(10, 12)}-${year}`,
    role: isProfessional ? 'workingProfessional' : 'student',
    fname: `${random.pick(lists.parents)} ${name.split(' ').at(-1)}`,
    fphone: createPhone(random),
    laddress: `Flat ${random.between(1, 24)}, ${random.pick(lists.streets)}, Pune`,
    paddress: home,
    qualification: isProfessional ? null : random.pick(lists.qualifications),
    qualification_year: isProfessional ? null : String(year + 21),
    college: isProfessional ? null : random.pick(lists.colleges),
    designation: isProfessional ? random.pick(lists.designations) : null,
    company: isProfessional ? random.pick(lists.companies) : null,
    course,
    other_course: course === 'other' ? 'Data Analytics' : null,
    referral,
    friend_name: referral === 'Friend' ? random.pick(lists.people).name : null,
    fees: random.between(20, 60) * 1000,
    remarks: null,
    extra_time_percent: random.next() < 0.01 ? 25 : 0,
    front_image_id: null,
    back_image_id: null,
  }
}

/**
 * Adds an enquiry for one student in five, some hours before the registration; the last hundred
 * wait for a call.
 */
export function addEnquiries(
  sqlite: Sqlite.Database,
  members: readonly CohortMember[],
  { random, newId }: { random: Random; newId: () => string },
) {
  const addEnquiry = createInserter(sqlite, 'enquiries')
  const enquirers = members.filter((_, index) => index % 5 === 0)
  for (const [index, { name, email, registeredAt }] of enquirers.entries()) {
    const createdAt = registeredAt - random.between(2, 90) * hour
    addEnquiry({
      id: newId(),
      name,
      name_key: buildSearchKey(name),
      email,
      contact: createPhone(random),
      course: random.pick(enquiryCourses),
      created_at: createdAt,
      handled_at: index < enquirers.length - 100 ? createdAt + hour : null,
    })
  }
}

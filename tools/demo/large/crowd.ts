import type Sqlite from 'better-sqlite3'
import { courses, referrals } from '#core/students/registration.ts'
import { buildSearchKey } from '#core/text/search-key.ts'
import { day, hour } from '../calendar.ts'
import type { Dice } from '../dice.ts'
import { adminEmail, studentEmail } from '../logins.ts'
import * as lists from '../names.ts'
import { phone } from '../students.ts'
import { rowsOf } from './rows.ts'

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

export type Member = {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly registeredAt: number
  /** From 0 to 1. */
  readonly ability: number
}

type Given = {
  readonly dice: Dice
  readonly newId: () => string
  readonly now: number
  /** Of the one password that all share. */
  readonly passwordHash: string
  readonly count: number
}

/** An admin and `count` students, registered over two years, the oldest first. */
export function addCrowd(sqlite: Sqlite.Database, given: Given): Member[] {
  const { dice, newId, now, passwordHash, count } = given
  const addAccount = rowsOf(sqlite, 'accounts')
  const addStudent = rowsOf(sqlite, 'students')
  const waiting = {
    one_time_hash: null,
    one_time_expires_at: null,
    must_change_at: null,
    password_changed_at: null,
    second_factor_at: null,
    second_factor_asked_at: null,
    second_factor_notice_at: null,
  } as const
  const rest = { ...waiting, deleted_at: null, password_hash: passwordHash } as const
  const since = now - 730 * day
  addAccount({
    id: newId(),
    role: 'admin',
    email: adminEmail,
    name: 'Admin',
    created_at: since,
    ...rest,
  })

  const members: Member[] = []
  for (let place = 0; place < count; place++) {
    const gender = dice.pick(['female', 'male'] as const)
    const isYou = place === 0
    const name = isYou ? 'Priya Nair' : `${dice.pick(firstNames[gender])} ${dice.pick(lastNames)}`
    const email = isYou
      ? studentEmail
      : `${name.toLowerCase().replace(' ', '.')}.${place}@demo.example`
    const registeredAt = Math.round(since + ((730 * day - hour) * place) / count)
    const id = newId()
    addAccount({ id, role: 'student', email, name, created_at: registeredAt, ...rest })
    addStudent({
      ...detailsOf(dice, name),
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
    members.push({ id, name, email, registeredAt, ability: 0.3 + 0.65 * dice.roll() })
  }
  return members
}

function detailsOf(dice: Dice, name: string) {
  const works = dice.roll() < 0.25
  const year = dice.between(works ? 1985 : 1998, works ? 1998 : 2006)
  const home = `${dice.between(1, 140)}, ${dice.pick(lists.homes)}`
  const referral = dice.pick(referrals)
  const course = dice.roll() < 0.6 ? 'full stack' : dice.pick(courses)
  return {
    phone: phone(dice),
    dob: `${dice.between(10, 28)}-${dice.between(10, 12)}-${year}`,
    role: works ? 'workingProfessional' : 'student',
    fname: `${dice.pick(lists.parents)} ${name.split(' ').at(-1)}`,
    fphone: phone(dice),
    laddress: `Flat ${dice.between(1, 24)}, ${dice.pick(lists.streets)}, Pune`,
    paddress: home,
    qualification: works ? null : dice.pick(lists.qualifications),
    qualification_year: works ? null : String(year + 21),
    college: works ? null : dice.pick(lists.colleges),
    designation: works ? dice.pick(lists.designations) : null,
    company: works ? dice.pick(lists.companies) : null,
    course,
    other_course: course === 'other' ? 'Data Analytics' : null,
    referral,
    friend_name: referral === 'Friend' ? dice.pick(lists.people).name : null,
    fees: dice.between(20, 60) * 1000,
    remarks: null,
    extra_time_percent: dice.roll() < 0.01 ? 25 : 0,
    front_image_id: null,
    back_image_id: null,
  }
}

/** The people in the demo: name, gender, and anything special about them. */
export const people = [
  { name: 'Priya Nair', gender: 'female' },
  { name: 'Rohan Kulkarni', gender: 'male' },
  { name: 'Aditi Sharma', gender: 'female' },
  { name: 'Karthik Subramanian', gender: 'male' },
  { name: "Brendan D'Souza", gender: 'male' },
  { name: 'अनन्या देशपांडे', gender: 'female', email: 'ananya.deshpande@demo.example' },
  {
    name: 'Venkata Subrahmanya Lakshmi Narasimha Raghavendra Chaitanya Prasad',
    gender: 'male',
    email: 'chaitanya.prasad@demo.example',
  },
  { name: 'Mohammed Faizan Qureshi', gender: 'male' },
  { name: 'Harpreet Kaur Sandhu', gender: 'female' },
  { name: 'Tenzin Dolma', gender: 'female' },
  { name: 'Arjun Reddy', gender: 'male' },
  { name: 'Sneha Iyer', gender: 'female' },
  { name: 'Vikram Singh Rathore', gender: 'male' },
  { name: 'Meera Krishnamurthy', gender: 'female' },
  { name: 'Siddharth Joshi', gender: 'male' },
  { name: 'Fatima Shaikh', gender: 'female' },
  { name: 'Ritu Chatterjee', gender: 'female' },
  { name: 'Manish Gupta', gender: 'male' },
  { name: 'Deepika Rani', gender: 'female' },
  { name: 'Gaurav Mehta', gender: 'male' },
  { name: 'Lalrinawma Hmar', gender: 'male' },
  { name: 'Pooja Bhosale', gender: 'female' },
  { name: 'Nikhil Agarwal', gender: 'male' },
  { name: 'Swati Deshmukh', gender: 'female' },
  { name: 'Imran Khan', gender: 'male' },
  { name: 'Kavya Menon', gender: 'female' },
  { name: 'Suresh Babu', gender: 'male' },
  { name: 'Anjali Verma', gender: 'female' },
  { name: 'Joel Mathew Thomas', gender: 'male' },
  { name: 'Neha Patil', gender: 'female' },
  { name: 'Rahul Yadav', gender: 'male' },
  { name: 'Shreya Banerjee', gender: 'female' },
  { name: 'Amit Jadhav', gender: 'male' },
  { name: 'Divya Bharathi', gender: 'female' },
  { name: 'Pranav Hegde', gender: 'male' },
  { name: 'Simran Gill', gender: 'female' },
  { name: 'Abhishek Mishra', gender: 'male' },
  { name: 'Zoya Ansari', gender: 'female' },
  { name: 'Tushar Pawar', gender: 'male' },
  { name: 'Ishaan Malhotra', gender: 'other' },
] as const satisfies readonly { name: string; gender: string; email?: string }[]

export type Name = (typeof people)[number]['name']

export const parents = [
  ...['Ramesh', 'Sunita', 'Mahesh', 'Lata', 'Prakash', 'Geeta', 'Anil', 'Shobha', 'Vijay', 'Usha'],
  ...['Rajendra', 'Kamala', 'Joseph', 'Nasreen', 'Balwinder', 'Saroja'],
] as const

export const colleges = [
  'Fergusson College, Pune',
  'COEP Technological University',
  'St. Xavier’s College, Mumbai',
  'Modern College of Arts, Science and Commerce',
  'MIT World Peace University',
  'Government Polytechnic, Nashik',
  'Shivaji University, Kolhapur',
  'Vishwakarma Institute of Technology',
] as const

export const qualifications = [
  'B.E. Computer',
  'B.Com',
  'B.Sc. IT',
  'BCA',
  'B.Tech ECE',
  'MCA',
] as const
export const companies = [
  'Infowave Systems',
  'Sahyadri Finance',
  'Bluepeak Logistics',
  'Deccan Auto Components',
  'Kaveri Retail',
] as const
export const designations = [
  'Support Engineer',
  'Test Analyst',
  'Accountant',
  'Data Entry Operator',
  'Graphic Designer',
] as const

export const streets = [
  'Sai Residency, Baner',
  'Shanti Nagar, Kothrud',
  'Gulmohar Society, Viman Nagar',
  'Laxmi Colony, Hadapsar',
  'Green Park, Aundh',
  'Ganesh Peth',
] as const
export const homes = [
  'Main Road, Satara 415001',
  'Station Road, Solapur 413001',
  'Temple Street, Palakkad, Kerala 678001',
  'Civil Lines, Nagpur 440001',
  'MG Road, Belagavi, Karnataka 590001',
  'Gandhi Chowk, Latur 413512',
] as const

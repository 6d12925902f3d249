import type { OpeningGap, OpeningStep } from '#contract/store/opening-steps.ts';

interface StepText {
  title: string;
  example: string;
  /** Pages where the step is done. With a gap, only where the step has it. */
  links: readonly (readonly [label: string, path: string, gap?: OpeningGap])[];
  /** The button that leaves the rest of the step open on purpose. */
  confirm?: string;
}

export const stepTexts: Record<OpeningStep, StepText> = {
  name: {
    title: 'Name and logo',
    example: 'Sharma Kirana, +91 98765 43210, orders@sharmakirana.in',
    links: [
      ['Enter name and contact', '/dashboard/settings#identity'],
      ['Upload your logo', '/dashboard/settings#branding'],
    ],
    confirm: 'I have no logo',
  },
  address: {
    title: 'Address and tax',
    example: '12 MG Road, Pune 411001. GSTIN 27AAPFU0939F1ZV. Without a GSTIN you give bills without tax.',
    links: [
      ['Enter the address', '/dashboard/settings#identity'],
      ['Enter GSTIN and FSSAI number', '/dashboard/settings#legal'],
    ],
    confirm: 'I have no other numbers',
  },
  hours: {
    title: 'Opening hours',
    example: 'Monday to Saturday from 7:00 am to 10:00 pm, Sunday closed.',
    links: [['Enter your hours', '/dashboard/settings#hours']],
    confirm: 'We are open 24 hours',
  },
  area: {
    title: 'Area and charges',
    example: 'PIN codes 411001 and 411004; ₹25 for a delivery, free from ₹299.',
    links: [
      ['Choose where you deliver', '/dashboard/settings#area'],
      ['Enter charges', '/dashboard/settings#charges'],
    ],
    confirm: 'This is right for my store',
  },
  payment: {
    title: 'Payment',
    example: 'Cash on delivery, and UPI to sharma@okbank.',
    links: [['Choose payment methods', '/dashboard/settings#payments']],
    confirm: 'This is right for my store',
  },
  products: {
    title: 'First products with pictures',
    example:
      'Groceries, with the sub-category Rice, each with a picture such as your own photo. Then Basmati Rice, 1 kg, ₹120 from a CSV file; the page has a template with ten products.',
    links: [
      ['Add categories', '/dashboard/category'],
      ['Add sub-categories', '/dashboard/subcategory'],
      ['Import a file', '/dashboard/product-import'],
      ['Add one product', '/dashboard/upload-product'],
      ['Add pictures', '/dashboard/product-import/pictures'],
    ],
    confirm: 'This is right for my store',
  },
  staff: {
    title: 'Staff',
    example: 'On the server: npm run account -- make-admin asha@example.com',
    links: [],
    confirm: 'I work alone',
  },
  testOrder: {
    title: 'Test order',
    example:
      'Order a product with cash on delivery. Then tap Start packing, Hand over and Delivered under Orders.',
    links: [
      ['Order in your store', '/'],
      ['Pack and deliver it', '/dashboard/orders', 'DELIVERY'],
      ['Change the opening hours', '/dashboard/settings#hours', 'CLOSED'],
    ],
  },
  policies: {
    title: 'Policies',
    example: 'Each page has a template: fill in what is yours and publish it.',
    links: [
      ['Publish the pages', '/dashboard/pages'],
      ['Name the grievance officer', '/dashboard/settings#seller'],
    ],
  },
  backup: {
    title: 'Backup',
    example: 'On the server, each night: npm run backup -- /mnt/backups',
    links: [],
    confirm: 'My backups are made in another way',
  },
  live: { title: 'Go live', example: '', links: [] },
};

/** What is missing, as a sentence. */
export const gapTexts: Record<OpeningGap, string> = {
  NAME: 'The name is still Tokri.',
  CONTACT: 'The phone or the email address is missing.',
  LOGO: 'The store has no logo.',
  ADDRESS: 'The address is missing.',
  GSTIN: 'No GSTIN.',
  FSSAI: 'No FSSAI number.',
  HOURS: 'The store takes orders 24 hours on each day.',
  AREA: 'You deliver everywhere.',
  CHARGES: 'Each delivery is free.',
  TEST_CARDS:
    'Card payments are simulated and bring no money. Switch them off, or connect a payment provider.',
  UPI: 'No UPI ID.',
  CATEGORIES: 'There are no categories with sub-categories.',
  PRODUCTS: 'You have no products of your own.',
  PICTURES: 'Your products have no pictures.',
  DEMO: 'The demo catalogue is in the store. Add your products first: they can have its categories, which then stay.',
  STAFF: 'You are the only administrator.',
  ORDER: 'There is no order.',
  CLOSED: 'The store is closed now and takes no orders. Open it for the test, or order when it is open.',
  DELIVERY: 'The order is not delivered.',
  TERMS: 'The terms of use are not published.',
  PRIVACY: 'The page about privacy is not published.',
  REFUNDS: 'The page about refunds and delivery is not published.',
  OFFICER: 'The grievance officer has no name.',
  BACKUP: 'There is no backup.',
  LIVE: 'The store is not open yet.',
};

// Generated from the migrated database by `npm run generate-types`. Do not edit.

export interface Account {
  id: string;
  name: string;
  email: string;
  password_hash: string;
  mobile: string;
  avatar: string;
  role: 'USER' | 'ADMIN';
  status: 'Active' | 'Inactive' | 'Suspended';
  verify_email: boolean;
  last_login_date: Date | null;
  created_at: Date;
  updated_at: Date;
  pending_email: string | null;
  must_change_password: boolean;
  has_second_factor: boolean;
  deleted_at: Date | null;
  blocked_at: Date | null;
  blocked_reason: string | null;
}

export interface Address {
  id: string;
  user_id: string;
  address_line: string;
  city: string;
  state: string;
  country: string;
  pincode: string;
  mobile: string;
  status: boolean;
  created_at: Date;
  updated_at: Date;
  is_default: boolean;
  last_used_at: Date | null;
  label: '' | 'home' | 'work' | 'other';
  recipient_name: string;
  landmark: string;
  delivery_note: string;
  latitude: string | null;
  longitude: string | null;
  business_name: string;
  gstin: string;
  country_code: string | null;
  is_clear: boolean;
}

export interface AdminProduct {
  id: string;
  name: string;
  name_hindi: string;
  images: string[];
  unit: string;
  stock: number;
  price_paise: number;
  discount_basis_points: number;
  sale_price_paise: number | null;
  description: string;
  description_hindi: string;
  more_details: unknown;
  created_at: Date;
  updated_at: Date;
  categories: unknown;
  sub_categories: unknown;
  brand: string;
  veg: boolean | null;
  sku: string;
  barcode: string;
  origin: string;
  cost_price_paise: number | null;
  location: string;
  status: string;
  maximum_per_order: number | null;
  family: string;
  step_grams: number | null;
  weight_tolerance_basis_points: number | null;
  low_stock_threshold: number | null;
  hsn: string;
  gst_basis_points: number | null;
  cess_basis_points: number | null;
}

export interface AuditEntry {
  id: string;
  at: Date;
  account_id: string | null;
  account_name: string;
  kind:
    | 'product'
    | 'category'
    | 'sub-category'
    | 'account'
    | 'order'
    | 'settings'
    | 'coupon'
    | 'day-sheet'
    | 'banner'
    | 'collection'
    | 'home';
  entity_id: string;
  entity_name: string;
  action: string;
  changes: unknown;
}

export interface AuthenticationChallenge {
  id_hash: Buffer;
  account_id: string;
  purpose: 'login' | 'totp' | 'passkey' | 'step-up';
  encrypted_data: string;
  tries: number;
  expires_at: Date;
}

export interface Banner {
  id: string;
  title: string;
  title_hindi: string;
  image: string;
  phone_image: string;
  link: string;
  starts_at: Date | null;
  ends_at: Date | null;
  is_active: boolean;
  version: number;
  created_at: Date;
}

export interface CartLine {
  id: string;
  user_id: string;
  product_id: string;
  quantity: number;
  seen_price_paise: number;
  seen_discount_basis_points: number;
  created_at: Date;
  seen_sale_price_paise: number | null;
}

export interface CartMerge {
  guest_cart_id: string;
  user_id: string;
  merged_at: Date;
}

export interface Category {
  id: string;
  name: string;
  image: string;
  hue: number;
  created_at: Date;
  updated_at: Date;
  is_demo: boolean;
  name_hindi: string;
}

export interface Coupon {
  id: string;
  code: string;
  terms: unknown;
  starts_at: Date | null;
  ends_at: Date | null;
  customer_limit: number | null;
  total_limit: number | null;
  is_first_order_only: boolean;
  is_active: boolean;
  version: number;
  used: number;
  created_at: Date;
  is_listed: boolean;
}

export interface CouponUse {
  order_id: string;
  coupon_id: string;
  user_id: string;
  version: number;
  discount_paise: number;
  used_at: Date;
  released_at: Date | null;
  replaces_order_id: string | null;
}

export interface CustomerDigest {
  digest: Buffer;
  account_id: string;
  blocked_at: Date | null;
  expires_at: Date | null;
}

export interface CustomerNote {
  id: string;
  account_id: string;
  text: string;
  written_by: string;
  written_at: Date;
}

export interface CustomerOrder {
  id: string;
  order_number: string;
  user_id: string;
  status: 'PENDING_PAYMENT' | 'PLACED' | 'PACKING' | 'OUT_FOR_DELIVERY' | 'DELIVERED' | 'CANCELLED';
  payment_status: 'CASH ON DELIVERY' | 'PENDING' | 'PAID' | 'FAILED' | 'REFUNDED';
  sub_total_paise: number;
  total_paise: number;
  delivery_address: unknown;
  idempotency_key: string | null;
  request_hash: string | null;
  created_at: Date;
  updated_at: Date;
  payment_method: 'CASH' | 'CARD' | 'UPI';
  promised_by: Date | null;
  delivered_at: Date | null;
  expires_at: Date | null;
  paid_paise: number;
  refunded_paise: number;
  bill: unknown;
  credit_paise: number;
  credit_returned_paise: number;
  promised_minutes: number;
  amount_due_paise: number;
  refund_due_paise: number;
  shown_minutes: number | null;
}

export interface DayClosing {
  day: Date;
  version: number;
  expected_cash_paise: number;
  expected_upi_paise: number;
  expected_card_paise: number;
  counted_cash_paise: number;
  float_paise: number;
  counted_upi_paise: number | null;
  counted_card_paise: number | null;
  cash_count: unknown | null;
  note: string;
  closed_by: string;
  closed_at: Date;
  opening_paise: number;
}

export interface DayReopening {
  day: Date;
  version: number;
  reason: string;
  reopened_by: string;
  reopened_at: Date;
}

export interface DeliveryPhoto {
  order_id: string;
  content: Buffer;
  taken_at: Date;
}

export interface DeliveryRequest {
  email: string;
  pincode: string;
  latitude: string | null;
  longitude: string | null;
  requested_at: Date;
}

export interface DeliverySlot {
  starts_at: Date;
  ends_at: Date;
  taken: number;
  capacity: number;
}

export interface EmailVerification {
  code_hash: Buffer;
  user_id: string;
  email: string;
  created_at: Date;
  expires_at: Date;
}

export interface FormerBrand {
  key: string;
  brand: string;
  next_brand: string;
  renamed_at: Date;
}

export interface HomeLayout {
  is_only: boolean;
  version: number;
  banner_ids: string[];
  row_keys: string[];
}

export interface Image {
  hash: string;
  drawing: unknown | null;
  created_at: Date;
  used_at: Date;
  unused_since: Date | null;
  removed_at: Date | null;
}

export interface InvoicedLine {
  document_id: string;
  position: number;
  issued_at: Date;
  is_credit: boolean;
  product_id: string;
  quantity: number;
  goods_paise: number;
  taxable_paise: number;
  cost_paise: number | null;
}

export interface KnownDevice {
  account_id: string;
  device_hash: Buffer;
  created_at: Date;
  last_used_at: Date;
}

export interface LedgerEntry {
  id: string;
  order_id: string;
  kind: 'PAYMENT' | 'REFUND' | 'REVERSAL';
  amount_paise: number;
  status: 'PENDING' | 'DONE' | 'FAILED';
  provider: 'stripe' | 'razorpay' | 'sandbox' | 'cash' | 'upi' | 'credit' | null;
  provider_reference: string | null;
  reason: string | null;
  created_at: Date;
  settled_at: Date | null;
  recorded_by: string | null;
  corrects: string | null;
  counts_at: Date | null;
  reversed_at: Date | null;
}

export interface Migration {
  name: string;
  checksum: string;
  applied_at: Date;
}

export interface OrderAddition {
  order_id: string;
  idempotency_key: string;
  request_hash: string;
  added_at: Date;
}

export interface OrderDelivery {
  order_id: string;
  rider_id: string | null;
  version: number;
  taken_at: Date;
  left_at: Date | null;
  delivered_at: Date | null;
  payment: 'CASH' | 'UPI' | 'NONE' | null;
  received_paise: number | null;
  return_reason: 'NOBODY_THERE' | 'REFUSED' | 'WRONG_ADDRESS' | 'DAMAGED' | null;
  return_note: string | null;
  return_at: Date | null;
}

export interface OrderHistory {
  id: number;
  order_id: string;
  status: string;
  payment_status: string;
  changed_by: string | null;
  changed_at: Date;
  reason: string | null;
  changed_as: 'shopper' | 'staff' | 'system';
  internal_reason: string | null;
  undelivered: 'NOBODY_THERE' | 'REFUSED' | 'WRONG_ADDRESS' | 'DAMAGED' | null;
}

export interface OrderLine {
  order_id: string;
  position: number;
  product_id: string;
  name: string;
  unit: string;
  image: string;
  price_paise: number;
  discount_basis_points: number;
  quantity: number;
  unavailable_at: Date | null;
  picked_at: Date | null;
  cost_price_paise: number | null;
  hsn: string | null;
  gst_basis_points: number | null;
  cess_basis_points: number | null;
  sale_price_paise: number | null;
  name_hindi: string;
  ordered_quantity: number | null;
  replaces: number | null;
  step_grams: number | null;
  substitution: 'SIMILAR' | 'ASK' | 'REFUND' | null;
  preferred_id: string | null;
}

export interface OrderPicking {
  order_id: string;
  picker_id: string | null;
  version: number;
  tote: 'A' | 'B' | 'C' | 'D' | null;
  taken_at: Date;
  packed_at: Date | null;
  bags: number | null;
}

export interface OrderSlot {
  order_id: string;
  starts_at: Date;
  ends_at: Date;
  capacity: number | null;
  released_at: Date | null;
}

export interface OrderTimeline {
  order_id: string;
  status: string;
  promised_minutes: number;
  shown_minutes: number | null;
  promised_by: Date | null;
  told_at: Date;
  revised_by: Date;
  revision_cause: string;
  started_at: Date;
  taken_at: Date;
  packed_at: Date | null;
  left_at: Date;
  arrived_at: Date;
  has_failed_attempt: boolean;
  is_missing: boolean;
}

export interface PageVersion {
  page: 'terms' | 'privacy' | 'refunds' | 'help' | 'about';
  version: number;
  english: string;
  hindi: string;
  is_published: boolean;
  changed_by: string;
  changed_at: Date;
}

export interface Passkey {
  id: string;
  account_id: string;
  credential_id: string;
  public_key: Buffer;
  counter: number;
  transports: string[];
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}

export interface PasswordReset {
  email: string;
  otp_hash: Buffer | null;
  sent_at: Date;
  expires_at: Date;
  verified_at: Date | null;
  challenge: Buffer | null;
  tries: unknown;
}

export interface PaymentEvent {
  provider: string;
  id: string;
  kind: string;
  session_id: string | null;
  outcome: string;
  received_at: Date;
}

export interface PaymentSession {
  id: string;
  provider: 'stripe' | 'razorpay' | 'sandbox';
  order_id: string;
  amount_paise: number;
  url: string;
  status: 'OPEN' | 'PAID' | 'EXPIRED';
  created_at: Date;
  updated_at: Date;
}

export interface PickedLine {
  order_id: string;
  position: number;
  found: number;
  picked_by: string | null;
  picked_at: Date;
  received_at: Date;
  replacement: unknown | null;
  stock_units: number | null;
}

export interface ProblemLine {
  report_id: string;
  position: number;
  order_id: string;
  quantity: number;
  kind: 'MISSING' | 'DAMAGED' | 'WRONG_ITEM' | 'BAD_QUALITY';
}

export interface ProblemPhoto {
  report_id: string;
  content: Buffer;
}

export interface ProblemReport {
  id: string;
  order_id: string;
  note: string;
  reported_at: Date;
  decided_at: Date | null;
  decided_by: string | null;
  message: string | null;
  refunded_paise: number | null;
  refunded_to: 'SOURCE' | 'CREDIT' | null;
}

export interface Product {
  id: string;
  name: string;
  images: string[];
  unit: string;
  price_paise: number;
  discount_basis_points: number;
  description: string;
  more_details: unknown;
  created_at: Date;
  updated_at: Date;
  brand: string;
  veg: boolean | null;
  sku: string;
  barcode: string;
  cost_price_paise: number | null;
  location: string;
  origin: string;
  status: 'draft' | 'active' | 'archived';
  maximum_per_order: number | null;
  low_stock_threshold: number | null;
  family: string;
  hsn: string;
  gst_basis_points: number | null;
  cess_basis_points: number | null;
  sale_price_paise: number | null;
  is_demo: boolean;
  name_hindi: string;
  description_hindi: string;
  step_grams: number | null;
  weight_tolerance_basis_points: number | null;
}

export interface ProductCategory {
  product_id: string;
  category_id: string;
}

export interface ProductCollection {
  id: string;
  title: string;
  title_hindi: string;
  source: unknown;
  product_count: number;
  starts_at: Date | null;
  ends_at: Date | null;
  is_active: boolean;
  version: number;
  created_at: Date;
}

export interface ProductImport {
  id: string;
  file_name: string;
  account_id: string | null;
  applied_by: string | null;
  status: 'CHECKED' | 'APPLYING' | 'APPLIED' | 'FAILED';
  report: unknown;
  skip_bad_rows: boolean;
  attempts: number;
  done: number;
  failure: string | null;
  created_at: Date;
  updated_at: Date;
}

export interface ProductImportPart {
  import_id: string;
  position: number;
  action: 'create' | 'update';
  product_ids: string[];
  rows: unknown;
}

export interface ProductSearch {
  product_id: string;
  product_text: string;
  category_text: string;
}

export interface ProductStock {
  product_id: string;
  stock: number;
  step: number;
  pieces: number;
}

export interface ProductSubCategory {
  product_id: string;
  sub_category_id: string;
}

export interface ProductWithCategories {
  id: string;
  name: string;
  name_hindi: string;
  images: string[];
  unit: string;
  stock: number;
  price_paise: number;
  discount_basis_points: number;
  sale_price_paise: number | null;
  description: string;
  description_hindi: string;
  more_details: unknown;
  created_at: Date;
  updated_at: Date;
  categories: unknown;
  sub_categories: unknown;
  brand: string;
  veg: boolean | null;
  origin: string;
  status: string;
  maximum_per_order: number | null;
  family: string;
  step_grams: number | null;
  options: number;
}

export interface PromiseRevision {
  order_id: string;
  told_at: Date;
  revised_by: Date;
  credit_paise: number;
  cause: 'QUEUE' | 'PICKING' | 'MISSING' | 'RIDER' | 'RIDE' | 'ADDRESS';
}

export interface PromiseStatistic {
  phase: 'PICK' | 'WORK' | 'WAIT' | 'RIDE';
  part: string;
  hour: number;
  orders: number;
  median_seconds: number;
  p90_seconds: number;
}

export interface PushKey {
  only_row: boolean;
  public_key: string;
  private_key: string;
  created_at: Date;
}

export interface PushSubscription {
  id: string;
  account_id: string;
  session_id: string;
  endpoint: string;
  origin: string;
  p256dh: string;
  auth: string;
  own_orders: boolean;
  new_orders: boolean;
  created_at: Date;
}

export interface RateLimit {
  key: string;
  points: number;
  expire: number | null;
}

export interface RecoveryCode {
  account_id: string;
  code_hash: Buffer;
}

export interface ReferencedImage {
  hash: string;
}

export interface RefreshToken {
  token_hash: Buffer;
  session_id: string;
  created_at: Date;
  rotated_at: Date | null;
  is_exchanged: boolean;
}

export interface RiderCashEntry {
  id: number;
  rider_id: string;
  kind: 'COLLECTED' | 'CORRECTED' | 'GIVEN' | 'HANDED_IN' | 'DIFFERENCE';
  amount_paise: number;
  ledger_entry_id: string | null;
  request_id: string | null;
  note: string | null;
  recorded_by: string | null;
  counts_at: Date;
  created_at: Date;
}

export interface RiderPosition {
  rider_id: string;
  consented_at: Date;
  latitude: number | null;
  longitude: number | null;
  measured_at: Date | null;
}

export interface SalesOrder {
  id: string;
  user_id: string;
  status: string;
  payment_method: string;
  created_at: Date;
  delivered_at: Date | null;
  sub_total_paise: number;
  total_paise: number;
  paid_paise: number;
  amount_due_paise: number;
  bill: unknown;
}

export interface SearchCount {
  day: Date;
  words: string;
  count: number;
  zero_result_count: number;
  product_count: number | null;
}

export interface SearchEngine {
  id: boolean;
  name: string;
  is_filled: boolean;
}

export interface SearchEngineChange {
  product_id: string;
  number: number;
}

export interface SearchWord {
  word: string;
  stem: string;
  sound: string;
  added_in: string;
}

export interface SecurityEvent {
  id: string;
  at: Date;
  kind: string;
  account_id: string | null;
  actor: string | null;
  network: string | null;
  request_id: string | null;
  count: number;
  details: unknown;
}

export interface Session {
  id: string;
  user_id: string;
  user_agent: string;
  created_at: Date;
  last_used_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
  ends_at: Date;
  authenticated_at: Date;
  prices_changed: number;
  prices_changed_since: Date | null;
  pin_device_id: string | null;
}

export interface Shift {
  id: string;
  account_id: string;
  role: 'picker' | 'rider';
  started_at: Date;
  ended_at: Date | null;
}

export interface ShoppingList {
  id: string;
  user_id: string;
  name: string;
  created_at: Date;
  updated_at: Date;
}

export interface ShoppingListLine {
  id: string;
  list_id: string;
  position: number;
  product_id: string | null;
  name: string;
  unit: string;
  quantity: number;
  name_hindi: string;
}

export interface StaffDevice {
  id: string;
  store_id: string;
  name: string;
  code_hash: Buffer | null;
  code_expires_at: Date | null;
  token_hash: Buffer | null;
  approved_by: string;
  approved_at: Date;
  last_login_at: Date | null;
  withdrawn_at: Date | null;
}

export interface StaffInvitation {
  id: string;
  code_hash: Buffer;
  store_id: string;
  name: string;
  email: string | null;
  roles: string[];
  invited_by: string;
  created_at: Date;
  expires_at: Date;
}

export interface StaffPin {
  account_id: string;
  store_id: string;
  employee_code: string;
  pin_hash: string;
  changed_at: Date;
}

export interface StaffRole {
  account_id: string;
  store_id: string;
  role: 'owner' | 'manager' | 'picker' | 'rider' | 'support' | 'accountant';
  granted_at: Date;
}

export interface StockChange {
  id: number;
  product_id: string;
  difference: number;
  stock: number;
  cause:
    | 'START'
    | 'CREATED'
    | 'ORDER'
    | 'REPLACEMENT'
    | 'WEIGHED'
    | 'LATE_PAYMENT'
    | 'CANCELLATION'
    | 'UNDELIVERED'
    | 'EDIT'
    | 'IMPORT'
    | 'COUNT'
    | 'WASTE'
    | 'RECEIPT'
    | 'PICKING'
    | 'DELETED'
    | 'OTHER';
  order_id: string | null;
  changed_by: string | null;
  note: string;
  request_id: string | null;
  changed_at: Date;
}

export interface StockDifference {
  product_id: string;
  found_at: Date;
}

export interface Store {
  id: string;
}

export interface StoreCredit {
  account_id: string;
  balance_paise: number;
}

export interface StoreCreditEntry {
  id: string;
  account_id: string;
  kind: 'GRANT' | 'ORDER' | 'RETURN' | 'CLOSE' | 'REFUND';
  amount_paise: number;
  order_id: string | null;
  reason: string | null;
  created_by: string | null;
  created_at: Date;
  request_key: string | null;
}

export interface StoreOpening {
  is_only: boolean;
  went_live_at: Date | null;
  list_hidden_at: Date | null;
  confirmed_steps: string[];
  last_backup_at: Date | null;
  demo_removed_at: Date | null;
}

export interface StoreSettings {
  version: number;
  settings: unknown;
  changed_by: string | null;
  changed_at: Date;
}

export interface SubCategory {
  id: string;
  name: string;
  image: string;
  created_at: Date;
  updated_at: Date;
  is_demo: boolean;
  name_hindi: string;
}

export interface SubCategoryCategory {
  sub_category_id: string;
  category_id: string;
}

export interface SubstitutionChoice {
  user_id: string;
  product_id: string | null;
  choice: 'SIMILAR' | 'ASK' | 'REFUND';
  preferred_id: string | null;
}

export interface SubstitutionQuestion {
  order_id: string;
  position: number;
  proposals: unknown;
  asked_at: Date;
  deadline: Date;
  answered_at: Date | null;
  answer_id: string | null;
}

export interface TaxDocument {
  id: string;
  kind: 'TAX_INVOICE' | 'BILL_OF_SUPPLY' | 'CREDIT_NOTE';
  financial_year: number;
  count: number;
  number: string;
  order_id: string;
  invoice_id: string | null;
  issued_at: Date;
  supply_state_code: string;
  is_inter_state: boolean;
  total_paise: number;
  tax_paise: number;
  lines: unknown;
  content: unknown;
  recipient: unknown;
  rounding_paise: number;
  is_test: boolean;
  series: string;
}

export interface TaxDocumentSeries {
  kind: 'TAX_INVOICE' | 'BILL_OF_SUPPLY' | 'CREDIT_NOTE' | 'TEST';
  financial_year: number;
  last_count: number;
}

export interface TestOrder {
  id: string;
  created_at: Date;
  total_paise: number;
}

export interface Totp {
  account_id: string;
  encrypted_secret: string;
  last_step: number;
  created_at: Date;
}

export interface UnannouncedOrder {
  order_id: string;
}

export interface UnqueuedOrderEmail {
  change_id: number;
}

export interface UnqueuedOrderPush {
  change_id: number;
}

export interface WishlistItem {
  user_id: string;
  product_id: string;
  created_at: Date;
}

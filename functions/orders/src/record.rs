//! Writes the orders that order systems send.

use crate::{
    message,
    model::{Order, OrderItem},
    store::OrderStore,
};
use locations::model::LocationId;
use shared::{Instant, Result};

/// Stores an order unless the stored one is at least as new.
pub async fn order(
    store: &OrderStore,
    location_id: LocationId,
    occurred_at: Instant,
    order: message::Order,
) -> Result<()> {
    let items = order.items.into_iter();
    let order = Order {
        unique_id: order.order_id.into(),
        location_id,
        drop_off_date: order.drop_off_date,
        delivery_date: order.delivery_date,
        stocking_index: order.stocking_index.into(),
        order_type: order.order_type.into(),
        order_owner: order.order_owner.into(),
        client_code: order.client_code.into(),
        status: order.status.into(),
        address_for_delivery: order.address_for_delivery.map(Into::into),
        delivery_special_notes: order.delivery_special_notes.map(Into::into),
        order_upload_id: order.order_upload_id.map(Into::into),
        items: items.map(|line| OrderItem { item: line.item.into(), quantity: line.quantity.into() }).collect(),
        occurred_at,
    };
    store.put(&order).await
}
